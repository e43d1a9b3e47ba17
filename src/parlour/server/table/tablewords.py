"""Table words such as maple-otter-7k3q-9mxt: to be said, and too many to be found by trying (docs/security.md does the sum)."""

import re

from parlour.server.table.running import Roll

FIRST_WORDS = (
    "acorn alder amber apple apricot aspen autumn bamboo barley basil beech berry birch blossom bramble breeze brook "
    "buckeye cactus canyon cedar cherry chestnut citrus clover cloud cobalt copper coral cotton cozy crystal cypress dahlia "
    "daisy dandelion delta dune ember fern fig flint forest frost garden garnet ginger golden granite grape hazel heather "
    "hickory holly honey iris island ivory ivy jade jasmine juniper kelp laurel lavender lemon lilac lime linden linen "
    "lotus lunar magnolia mango maple marble marigold meadow melon mint misty moss myrtle nutmeg oak oasis ocean olive opal "
    "orange orchid palm papaya peach pear pebble pepper pine plum poplar poppy prairie quartz quince quiet rain raspberry "
    "reed river rose rowan ruby saffron sage sandy sequoia sienna silver snow sorrel spruce sunny thistle thyme tulip "
    "tundra valley velvet violet walnut willow winter yarrow yew"
)
SECOND_WORDS = (
    "alpaca antelope badger bat beaver bee beetle bison boar bobcat buffalo bunting camel canary caribou cat chamois "
    "cheetah chick cod condor cormorant cougar coyote crab crane cricket crow cuckoo curlew deer dingo dolphin donkey "
    "dormouse dove duck eagle egret elk emu falcon ferret finch firefly flamingo fox frog gazelle gecko gibbon giraffe goat "
    "goose grebe grouse gull hamster hare hawk hedgehog heron hippo hoopoe hornet horse ibex ibis iguana impala jackal "
    "jackdaw jaguar jay kestrel kiwi koala ladybird lark lemming lemur leopard lion lizard llama lobster loon lynx macaw "
    "magpie mallard marmot marten martin mole moose moth mouse newt nightjar ocelot octopus okapi orca osprey ostrich otter "
    "owl oyster panda panther parrot peacock pelican penguin pigeon plover pony puffin puma quail rabbit raccoon raven "
    "robin salmon seal shrew skylark sparrow squirrel stork swan swift tapir tern tiger toad toucan trout turtle vole "
    "walrus weasel whale wolf wombat woodcock wren yak zebra"
)
FIRST, SECOND = tuple(FIRST_WORDS.split()), tuple(SECOND_WORDS.split())
SYMBOLS = "23456789bcdfghjkmnpqrstvwxz"  # none that looks like another, and no vowels: they spell nothing
GROUP, GROUPS = 4, 2  # symbols are read in fours
TABLE_WORD = re.compile(r"[a-z]{1,20}-[a-z]{1,20}(-[0-9a-z]{1,4}){1,2}")
WORDS = len(FIRST) * len(SECOND) * len(SYMBOLS) ** (GROUP * GROUPS)


def table_word(roll: Roll) -> str:
    """A word by chance, any of WORDS; `roll(n)` gives an int in 0 .. n-1."""
    groups = ("".join(SYMBOLS[roll(len(SYMBOLS))] for _ in range(GROUP)) for _ in range(GROUPS))
    return "-".join((FIRST[roll(len(FIRST))], SECOND[roll(len(SECOND))], *groups))
