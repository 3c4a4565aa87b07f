using System.Globalization;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Plus.Symbols;

/// <summary>Finds a symbol by its name, as a user writes it.</summary>
internal static class SymbolNames
{
    /// <summary>
    /// The location of <c>"DB_Pack".State.Running</c>, <c>DB_Pack.Temps[3]</c>, or the PLC tag <c>"Motor_On"</c>; null: it does not exist.
    /// </summary>
    public static SymbolLocation? Find(SymbolProgram program, string symbol) =>
        AddressOf(program, symbol) is { } address && program.TryFind(address, out var location) == PlusCodes.Ok ? location : null;

    /// <summary>The address of a symbol, with its checksum where it has no index; null: it does not exist.</summary>
    public static S7PlusAddress? AddressOf(SymbolProgram program, string symbol)
    {
        var steps = DeclaredPath.Parse(AsDeclaration(symbol));
        var block = program.Blocks.Values.FirstOrDefault(one => one.Declared.Name == steps[0].Name);
        if (block is null)
            return steps is [{ Bounds.Count: 0 } only] ? TagAddressOf(program, only.Name) : null;
        var lids = new List<uint>();
        var crc = new SymbolCrc();
        var hasIndex = false;
        var type = block.Type;
        foreach (var step in steps.Skip(1))
        {
            if (type?.Find(step.Name) is not { } member)
                return null;
            lids.Add(member.Lid);
            if (member.IsArray)
                crc.AddArray(step.Name, member.Type, member.Bounds[0].Lower);
            else
                crc.Add(step.Name, member.Type);
            if (step.Bounds.Count > 0)
            {
                hasIndex = true;
                if (step.Bounds.Count != member.Bounds.Count)
                    return null;
                lids.Add((uint)Flatten(member, step.Bounds));
                if (member.Structure is not null)
                    lids.Add(1);
            }

            type = member.Structure;
        }

        return new S7PlusAddress(block.Rid, PlusIds.DbValues, lids.ToArray(), hasIndex ? 0 : crc.Value);
    }

    private static S7PlusAddress? TagAddressOf(SymbolProgram program, string name)
    {
        foreach (var area in program.Areas)
        {
            if (area.Type.Find(name) is not { } member)
                continue;
            var crc = new SymbolCrc();
            crc.Add(member.Name, member.Type);
            return new S7PlusAddress(area.Rid, PlusIds.AreaValues, [member.Lid], program.HasOwnTagChecksums ? 0 : crc.Value);
        }

        return null;
    }

    /// <summary>A symbol with each index as a bound of one element: <c>Temps[3]</c> is <c>Temps[3..3]</c>; bounds stay.</summary>
    public static string AsDeclaration(string symbol)
    {
        var open = symbol.IndexOf('[');
        if (open < 0)
            return symbol;
        var close = symbol.IndexOf(']', open);
        if (close < 0)
            return symbol;
        var indexes = symbol[(open + 1)..close]
            .Split(',')
            .Select(index => index.Contains("..") ? index : string.Create(CultureInfo.InvariantCulture, $"{index.Trim()}..{index.Trim()}"));
        return symbol[..(open + 1)] + string.Join(',', indexes) + "]" + AsDeclaration(symbol[(close + 1)..]);
    }

    private static int Flatten(SymbolMember member, IReadOnlyList<(int Lower, int Upper)> indexes)
    {
        var flat = 0;
        for (var i = 0; i < indexes.Count; i++)
        {
            var length = member.Bounds[i].Upper - member.Bounds[i].Lower + 1;
            if (member.IsBits && i == indexes.Count - 1 && indexes.Count > 1)
                length = (length + 7) & ~7;
            flat = (flat * length) + indexes[i].Lower - member.Bounds[i].Lower;
        }

        return flat;
    }
}
