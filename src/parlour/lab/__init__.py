"""Simulation and measuring."""
