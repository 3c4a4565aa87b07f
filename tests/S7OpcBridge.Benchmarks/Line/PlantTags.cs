using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>The plants that the benchmarks read.</summary>
internal static class PlantTags
{
    /// <summary>
    /// The first tags of the line that we ship as an example (config/examples/bottling-line.yaml): conveyors in one block, stations with a block each.
    /// </summary>
    public static IEnumerable<PlantTag> OfTheExampleLine(int count)
    {
        var findings = new FindingList();
        var map =
            MapLoader.Load(Checkout.PathOf("config", "examples", "bottling-line.yaml"), findings)
            ?? throw new InvalidOperationException("The example line can't be loaded: " + string.Join('\n', findings));
        return map.Tags.Tags.Take(count).Select(static tag => PlantTag.Of(tag.Address, tag.Type));
    }

    /// <summary>Reals 12 to 16 bytes apart, as a list that somebody has picked from large blocks.</summary>
    public static IEnumerable<PlantTag> Scattered(int count)
    {
        for (var (i, offset) = (0, 0); i < count; i++, offset += 12 + (2 * (i * 7 % 3)))
            yield return PlantTag.Of(new S7Address(S7Area.DataBlock, 1, offset, 0, 32), new S7DataType(S7TypeKind.Real));
    }

    /// <summary>Single values side by side in blocks of some 400 bytes: mostly Real, some Int, DInt and Bool, a gap now and then.</summary>
    public static IEnumerable<PlantTag> SideBySide(int count)
    {
        var (db, offset) = ((ushort)1, 0);
        for (var i = 0; i < count; i++)
        {
            if (offset > 400)
                (db, offset) = ((ushort)(db + 1), 0);
            var (kind, width, step) = (i % 10) switch
            {
                < 6 => (S7TypeKind.Real, 32, 4),
                < 8 => (S7TypeKind.Int, 16, 2),
                8 => (S7TypeKind.DInt, 32, 4),
                _ => (S7TypeKind.Bool, 1, 6),
            };
            yield return PlantTag.Of(
                new S7Address(S7Area.DataBlock, db, offset, (byte)(width == 1 ? 3 : 0), (byte)width),
                new S7DataType(kind)
            );
            offset += step;
        }
    }
}
