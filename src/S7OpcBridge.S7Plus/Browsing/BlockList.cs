using System.Collections.Immutable;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Browsing;

/// <summary>Reads the list of data blocks with their types from the CPU, and adds the tables of PLC tags, which every CPU has.</summary>
internal static class BlockList
{
    // The types of the tables have fixed ids.
    private static readonly S7PlusBlock[] Tables =
    [
        Table("Inputs", PlusIds.Inputs, 0x9001_0000),
        Table("Outputs", PlusIds.Outputs, 0x9002_0000),
        Table("Memory", PlusIds.Memory, 0x9003_0000),
        Table("Timers", PlusIds.Timers, 0x9005_0000),
        Table("Counters", PlusIds.Counters, 0x9006_0000),
    ];

    public static async Task<ImmutableArray<S7PlusBlock>> ReadAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        var (result, _, objects) = await connection
            .AskAsync(Request(), (ref from) => Explore.ReadAnswer(ref from), cancellationToken)
            .ConfigureAwait(false);
        if (result.IsError)
            throw new S7PlusRefusedException($"{connection.Host} does not list its blocks: {ReturnCodes.Describe(result)}", result);
        var (blocks, taken) = (new List<S7PlusBlock>(), new HashSet<uint>());
        foreach (var found in objects)
            Add(found, blocks, taken);
        await AskForTypesAsync(connection, blocks, cancellationToken).ConfigureAwait(false);
        foreach (var table in Tables)
            blocks.Add(table with { Modified = await AskForTimeAsync(connection, table, cancellationToken).ConfigureAwait(false) });
        return [.. blocks];
    }

    /// <summary>Asks when a table of PLC tags was changed.</summary>
    public static RequestBody TimeOf(S7PlusBlock table) => SingleVariable.Get(table.TypeRid, PlusIds.TypeModified);

    /// <summary>The request for the list.</summary>
    public static RequestBody Request() => Explore.Request(PlusIds.PlcProgram, [PlusIds.Name, PlusIds.InterfaceModified], PlusIds.DbClass);

    /// <summary>Where the id of a block's type is.</summary>
    public static S7PlusAddress TypeOf(S7PlusBlock block) => new(block.Rid, block.SubArea, [PlusIds.TypeRidLid]);

    private static void Add(PlusObject found, List<S7PlusBlock> blocks, HashSet<uint> taken)
    {
        // A block that is listed twice would be asked for twice.
        if (
            found.Class == PlusIds.DbClass
            && PlusIds.IsDataBlock(found.Rid)
            && found[PlusIds.Name]?.Text is { } name
            && taken.Add(found.Rid)
        )
        {
            var number = (ushort)found.Rid;
            blocks.Add(
                new S7PlusBlock(name, number)
                {
                    Rid = found.Rid,
                    SubArea = PlusIds.DbValues,
                    Modified = found[PlusIds.InterfaceModified]?.Bits ?? 0,
                }
            );
        }
        foreach (var child in found.Children)
            Add(child, blocks, taken);
    }

    // LID 1 of a block's values is the id of its type; an instance has that of its function block. A block that is only in load memory returns an error.
    private static async Task AskForTypesAsync(S7PlusConnection connection, List<S7PlusBlock> blocks, CancellationToken cancellationToken)
    {
        var most = connection.Limits.ItemsPerRead;
        for (var start = 0; start < blocks.Count; start += most)
        {
            var addresses = blocks.Skip(start).Take(most).Select(TypeOf).ToArray();
            var answers = await connection
                .AskAsync(
                    GetMultiVariables.Request(addresses),
                    (ref from) => GetMultiVariables.ReadAnswer(ref from, addresses.Length),
                    cancellationToken
                )
                .ConfigureAwait(false);
            if (answers.Result.IsError)
                throw new S7PlusRefusedException(
                    $"{connection.Host} does not report the types of its blocks: " + $"{ReturnCodes.Describe(answers.Result)}",
                    answers.Result
                );
            for (var i = 0; i < addresses.Length; i++)
                blocks[start + i] = blocks[start + i] with { TypeRid = answers.Values[i]?.AsUInt32() ?? 0 };
        }
    }

    // 0: this CPU does not tell it.
    private static async Task<ulong> AskForTimeAsync(S7PlusConnection connection, S7PlusBlock table, CancellationToken cancellationToken)
    {
        try
        {
            var (_, time) = await connection
                .AskAsync(TimeOf(table), (ref from) => SingleVariable.ReadGetAnswer(ref from), cancellationToken)
                .ConfigureAwait(false);
            return time is { IsArray: false } ? time.Bits : 0;
        }
        catch (S7PlusRefusedException)
        {
            return 0;
        }
    }

    private static S7PlusBlock Table(string name, uint rid, uint type) =>
        new(name, null)
        {
            Rid = rid,
            SubArea = PlusIds.AreaValues,
            TypeRid = type,
        };
}
