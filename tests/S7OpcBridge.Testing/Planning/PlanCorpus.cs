using S7OpcBridge.S7;

namespace S7OpcBridge.Testing;

/// <summary>
/// Tag maps as plants have them, made by the dozen from fixed seeds: what the planner is measured against. Own random numbers, so that the corpus is
/// the same on every runtime.
/// </summary>
public static class PlanCorpus
{
    /// <summary>One map.</summary>
    public sealed record Map(string Family, int Seed, PlanRange[] Ranges);

    private static readonly (string Family, Func<Dice, IEnumerable<PlanRange>> Make)[] Families =
    [
        ("dense", Dense),
        ("sparse", Sparse),
        ("many small DBs", ManySmallBlocks),
        ("scattered bits", ScatteredBits),
        ("long arrays", LongArrays),
        ("odd lengths", OddLengths),
        ("equal strides", EqualStrides),
        ("aliases", Aliases),
        ("mixed areas", MixedAreas),
        ("large pieces", LargePieces),
        ("dense and sparse", DenseAndSparse),
        ("strings", Strings),
        ("tiny", Tiny),
        ("whole plant", WholePlant),
        ("dense, 5,000 tags", dice => DenseOf(dice, 5_000)),
        ("dense, 20,000 tags", dice => DenseOf(dice, 20_000)),
        ("triples", Triples),
        ("scattered Bools", ScatteredBools),
    ];

    public static IEnumerable<string> FamilyNames => Families.Select(family => family.Family);

    public static IEnumerable<Map> Maps(int seeds) =>
        from family in Families
        from seed in Enumerable.Range(1, seeds)
        select new Map(family.Family, seed, [.. family.Make(new Dice((seed * 7919) + family.Family.Length))]);

    /// <summary>A map that is not in the corpus: a family with another seed.</summary>
    public static PlanRange[] Other(string family, int seed) =>
        [.. Families.Single(known => known.Family == family).Make(new Dice((seed * 6_271) + 104_729))];

    /// <summary>20,000 tags of all kinds on one PLC.</summary>
    public static PlanRange[] Large(int tags)
    {
        var dice = new Dice(tags);
        var ranges = new List<PlanRange>();
        while (ranges.Count < tags)
            ranges.AddRange(WholePlant(dice));
        return [.. ranges.Take(tags)];
    }

    /// <summary>Words and double words at random places of one data block.</summary>
    public static PlanRange[] Scattered(int tags, int seed)
    {
        var dice = new Dice((seed * 1000) + tags);
        var reach = dice.Pick(tags * 10, tags * 20, tags * 40, tags * 80);
        return [.. Enumerable.Range(0, tags).Select(_ => Db(1, dice.Next(0, reach / 2) * 2, dice.Pick(2, 4)))];
    }

    private static IEnumerable<PlanRange> Dense(Dice dice)
    {
        var db = dice.Next(1, 200);
        var offset = dice.Next(0, 3);
        for (var i = dice.Next(300, 3000); i > 0; i--)
        {
            var length = dice.Pick(1, 1, 2, 2, 4, 4, 4, 4, 8);
            if (length > 1)
                offset += offset & 1;
            if (offset + length > 65536)
                (db, offset) = (db + 1, 0);
            yield return Db(db, offset, length);
            offset += length + (dice.Next(0, 10) == 0 ? dice.Next(1, 12) : 0);
        }
    }

    private static IEnumerable<PlanRange> Sparse(Dice dice)
    {
        var blocks = dice.Next(1, 6);
        var reach = dice.Pick(4_000, 16_000, 60_000);
        for (var i = dice.Next(100, 1500); i > 0; i--)
            yield return Db(dice.Next(1, blocks + 1), dice.Next(0, reach / 2) * 2, dice.Pick(1, 2, 4, 4, 4, 8));
    }

    private static IEnumerable<PlanRange> ManySmallBlocks(Dice dice)
    {
        for (var db = dice.Next(50, 500); db > 0; db--)
        {
            var offset = 0;
            for (var i = dice.Next(1, 12); i > 0; i--)
            {
                var length = dice.Pick(1, 2, 4, 4, 8);
                yield return Db(db, offset, length);
                offset += length + dice.Pick(0, 0, 0, 2, 6, 20);
            }
        }
    }

    private static IEnumerable<PlanRange> ScatteredBits(Dice dice)
    {
        var reach = dice.Pick(1_000, 8_000, 60_000);
        for (var i = dice.Next(100, 2000); i > 0; i--)
            yield return dice.Next(0, 3) == 0
                ? new(new(S7Area.Markers, 0, dice.Next(0, 8192), 1))
                : Db(dice.Next(1, 4), dice.Next(0, reach), 1);
    }

    private static IEnumerable<PlanRange> LongArrays(Dice dice)
    {
        for (var i = dice.Next(2, 12); i > 0; i--)
        {
            var element = dice.Pick(1, 2, 4, 8, 12, 22, 100);
            yield return Db(i, dice.Next(0, 50) * 2, element * Math.Max(1, dice.Next(300, 9000) / element), element);
            for (var n = dice.Next(0, 30); n > 0; n--)
                yield return Db(i, dice.Next(0, 6000) * 2, dice.Pick(2, 4));
        }
    }

    private static IEnumerable<PlanRange> OddLengths(Dice dice)
    {
        for (var db = dice.Next(1, 60); db > 0; db--)
        {
            var offset = 0;
            for (var i = dice.Next(1, 40); i > 0; i--)
            {
                var length = dice.Pick(1, 3, 5, 17, 21, 33, 63, 81);
                yield return Db(db, offset, length);
                offset += length + dice.Pick(0, 1, 3, 5, 9, 31);
            }
        }
    }

    private static IEnumerable<PlanRange> EqualStrides(Dice dice)
    {
        var stride = dice.Next(8, 200) * 2;
        var members = Enumerable
            .Range(0, dice.Next(1, 5))
            .Select(_ => (At: dice.Next(0, stride / 2) * 2, Length: dice.Pick(1, 2, 4)))
            .ToArray();
        var count = Math.Min(dice.Next(20, 600), 65000 / stride);
        for (var i = 0; i < count; i++)
        {
            foreach (var (at, length) in members)
                yield return Db(1, (i * stride) + at, length);
        }
    }

    private static IEnumerable<PlanRange> Aliases(Dice dice)
    {
        for (var i = dice.Next(50, 500); i > 0; i--)
        {
            var offset = dice.Next(0, 2000) * 2;
            yield return Db(1, offset, dice.Pick(2, 4, 8, 20));
            yield return Db(1, offset + dice.Pick(0, 0, 1, 2), dice.Pick(1, 2, 4));
            yield return Db(1, offset, 2);
        }
    }

    private static IEnumerable<PlanRange> MixedAreas(Dice dice)
    {
        for (var i = dice.Next(100, 900); i > 0; i--)
        {
            yield return dice.Next(0, 8) switch
            {
                0 => In(S7Area.Markers, dice.Next(0, 2000) * 2, dice.Pick(1, 2, 4)),
                1 => In(S7Area.Inputs, dice.Next(0, 128), dice.Pick(1, 1, 2)),
                2 => In(S7Area.Outputs, dice.Next(0, 128), dice.Pick(1, 1, 2)),
                3 => In(S7Area.Timers, dice.Next(0, 256), 1),
                4 => In(S7Area.Counters, dice.Next(0, 256), 1),
                5 => In(S7Area.Peripheral, 256 + (dice.Next(0, 200) * 2), 2),
                _ => Db(dice.Next(1, 20), dice.Next(0, 500) * 2, dice.Pick(1, 2, 4, 8, 22)),
            };
        }
    }

    private static IEnumerable<PlanRange> LargePieces(Dice dice)
    {
        var (least, most) = dice.Pick((60, 222), (80, 120), (100, 222), (30, 200), (70, 76), (110, 116));
        for (var db = dice.Next(20, 200); db > 0; db--)
            yield return Db(db, 0, dice.Next(least, most));
    }

    private static IEnumerable<PlanRange> DenseAndSparse(Dice dice) =>
        Dense(dice).Concat(Sparse(dice).Select(range => range with { Range = range.Range with { Db = (ushort)(range.Range.Db + 1000) } }));

    private static IEnumerable<PlanRange> Strings(Dice dice)
    {
        for (var db = dice.Next(1, 10); db > 0; db--)
        {
            var offset = 0;
            for (var i = dice.Next(10, 80); i > 0; i--)
            {
                var length = 2 + dice.Pick(8, 16, 20, 32, 40, 80, 120);
                yield return Db(db, offset, length);
                offset += length + dice.Pick(0, 0, 0, 4, 12, 100);
            }
        }
    }

    private static IEnumerable<PlanRange> Tiny(Dice dice)
    {
        for (var i = dice.Next(1, 40); i > 0; i--)
            yield return Db(dice.Next(1, 4), dice.Next(0, 400), dice.Pick(1, 2, 4, 4, 12, 34, 82));
    }

    private static IEnumerable<PlanRange> WholePlant(Dice dice)
    {
        var shift = dice.Next(0, 30_000);
        Func<Dice, IEnumerable<PlanRange>>[] parts =
        [
            Dense,
            Sparse,
            ManySmallBlocks,
            ScatteredBits,
            OddLengths,
            EqualStrides,
            Strings,
            MixedAreas,
        ];
        return Enumerable
            .Range(0, dice.Next(2, 5))
            .SelectMany(n => parts[dice.Next(0, parts.Length)](dice).Select(range => Moved(range, shift + (n * 5000))));
    }

    /// <summary>Full blocks of scalars with few holes, as a table or a structured type leaves them.</summary>
    private static IEnumerable<PlanRange> DenseOf(Dice dice, int tags)
    {
        var (db, offset) = (1, 0);
        var most = dice.Pick(2_000, 8_000, 65_000);
        var holes = dice.Pick(10, 40, 1000);
        for (var i = 0; i < tags; i++)
        {
            var length = dice.Pick(1, 1, 2, 2, 4, 4, 4, 4, 8);
            offset += length > 1 ? offset & 1 : 0;
            if (offset + length > most)
                (db, offset) = (db + 1, 0);
            yield return Db(db, offset, length);
            offset += length + (dice.Next(0, holes) == 0 ? dice.Next(1, 40) : 0);
        }
    }

    /// <summary>Three values at the same places of many instances: setpoint, value and status.</summary>
    private static IEnumerable<PlanRange> Triples(Dice dice)
    {
        var stride = dice.Next(10, 60) * 2;
        var (second, third) = (dice.Next(2, stride / 4) * 2, dice.Next(stride / 4, stride / 2) * 2);
        var each = dice.Next(20, 500);
        for (var i = dice.Next(200, 2000); i > 0; i--)
        {
            var (db, at) = (1 + (i / each), i % each * stride);
            yield return Db(db, at, 4);
            yield return Db(db, at + second, dice.Pick(2, 4));
            yield return Db(db, at + third, 1);
        }
    }

    /// <summary>Single bits all over a few large blocks, some thousands of them.</summary>
    private static IEnumerable<PlanRange> ScatteredBools(Dice dice)
    {
        var (blocks, reach) = (dice.Next(1, 10), dice.Pick(2_000, 10_000, 60_000));
        for (var i = dice.Next(1_000, 5_000); i > 0; i--)
            yield return Db(dice.Next(1, blocks + 1), dice.Next(0, reach), 1);
    }

    private static PlanRange Moved(PlanRange range, int blocks) =>
        range.Range.Area == S7Area.DataBlock ? range with { Range = range.Range with { Db = (ushort)(range.Range.Db + blocks) } } : range;

    private static PlanRange Db(int db, int start, int length, int element = 0) =>
        new(new(S7Area.DataBlock, (ushort)db, start, length), element);

    private static PlanRange In(S7Area area, int start, int length) => new(new(area, 0, start, length));

    /// <summary>Xorshift: small, and the same everywhere.</summary>
    public sealed class Dice(int seed)
    {
        private uint _state = ((uint)seed * 2654435761u) | 1;

        public int Next(int from, int below)
        {
            _state ^= _state << 13;
            _state ^= _state >> 17;
            _state ^= _state << 5;
            return from + (int)(_state % (uint)(below - from));
        }

        public T Pick<T>(params T[] choices) => choices[Next(0, choices.Length)];
    }
}
