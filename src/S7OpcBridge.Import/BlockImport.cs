using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import;

/// <summary>
/// Makes a map of the data blocks that a CPU lists over classic S7: each as one array of bytes, because the CPU tells number and length of a block and nothing
/// of its members.
/// </summary>
public static class BlockImport
{
    // Whole blocks are many bytes: they are polled rarely until somebody has written what is wanted of them.
    private static readonly TimeSpan Rate = TimeSpan.FromMinutes(1);

    /// <summary>Asks for the blocks over an open connection.</summary>
    /// <param name="source">The CPU as the user named it: <c>s7://192.168.0.10</c>.</param>
    /// <param name="options">How it was reached.</param>
    /// <param name="password">Session password of an S7-300 or S7-400; null: none.</param>
    /// <param name="wishes">What the user wishes.</param>
    /// <exception cref="S7RefusedException">The CPU does not list its blocks.</exception>
    /// <exception cref="S7LinkException">The connection is gone.</exception>
    /// <exception cref="S7ProtocolException">The CPU answered what is no answer.</exception>
    public static async Task<ImportList> ListAsync(
        S7Connection connection,
        string source,
        S7ConnectionOptions options,
        string? password,
        ImportOptions wishes,
        CancellationToken cancellationToken
    )
    {
        var draft = new ImportDraft(wishes);
        draft.Report.Open(new ImportedSource(source, "blocks of a CPU by S7"));
        var spot = new SourceLocation(new SourceFile(source), 1, 1);
        var examination = new S7Examination(connection, S7Profiles.S71500, S7Profiles.Generic.MaxItems);
        if (password is not null && await examination.UnlockAsync(password, cancellationToken).ConfigureAwait(false) is { } refused)
            draft.Note(spot, $"{refused.Sentence} {refused.Remedy.Fix}");
        var counts = await connection.Userdata.ReadBlockCountsAsync(cancellationToken).ConfigureAwait(false);
        var numbers = await connection.Userdata.ReadBlockNumbersAsync(S7BlockType.DB, cancellationToken).ConfigureAwait(false);
        var cpu = await examination.AskAsync(cancellationToken).ConfigureAwait(false);
        var plc = PlcOf(draft, cpu, options, spot);
        plc.Facts.Add($"blocks: {string.Join(", ", counts.Select(count => $"{count.Count} {count.Type}"))}");
        var blocks = new Dictionary<ushort, int>();
        foreach (var number in numbers)
        {
            var info = await connection.Userdata.ReadBlockInfoAsync(S7BlockType.DB, number, cancellationToken).ConfigureAwait(false);
            if (info is { Length: > 0 and var length })
                blocks[(ushort)number] = length;
            else
                draft.LeaveOut(spot, $"DB{number}", info is null ? "the CPU lists it and has no information on it" : "it has no bytes");
        }
        await AddAsync(examination, blocks, plc.Name, spot, draft, cancellationToken).ConfigureAwait(false);
        draft.Note(
            spot,
            "a CPU tells number and length of its blocks over classic S7, and neither names nor types of their members: each block is one array "
                + "of bytes, read once a minute; import the project or the sources of the blocks for the tags, or use s7plus:// with an S7-1500 or S7-1200"
        );
        return new ImportList(draft);
    }

    private static ImportedPlc PlcOf(ImportDraft draft, S7CpuFacts cpu, S7ConnectionOptions options, SourceLocation spot)
    {
        var plc = draft.Plc(draft.Options.Plc ?? (cpu.Names?.Station is { Length: > 0 } station ? station : "PLC1"), spot);
        (plc.Host, plc.Port, plc.Profile) = (options.Host, options.Port, cpu.Identity?.Profile?.Name);
        (plc.Rack, plc.Slot) = ((options.RemoteTsap & 0xFF) >> 5, options.RemoteTsap & 0x1F);
        string?[] words = [cpu.Names?.ModuleType, cpu.Identity?.OrderNumber, cpu.Identity?.Firmware];
        if (string.Join(", ", words.Where(word => !string.IsNullOrEmpty(word))) is { Length: > 0 } identity)
            plc.Facts.Add(identity);
        return plc;
    }

    private static async Task AddAsync(
        S7Examination examination,
        Dictionary<ushort, int> blocks,
        string plc,
        SourceLocation spot,
        ImportDraft draft,
        CancellationToken cancellationToken
    )
    {
        var ranges = blocks.Select(block => new S7Range(S7Area.DataBlock, block.Key, 0, block.Value)).ToList();
        if (await examination.TryAccessAsync(ranges, cancellationToken).ConfigureAwait(false) is { } denied)
            draft.Note(spot, $"{denied.Sentence} {denied.Remedy.Fix}");
        foreach (var state in await examination.CheckBlocksAsync(ranges, cancellationToken).ConfigureAwait(false))
        {
            if (state.Diagnosis is { } diagnosis)
            {
                draft.LeaveOut(spot, $"DB{state.Db}", $"{diagnosis.Sentence} {diagnosis.Remedy.Fix}");
                continue;
            }
            draft.Add(
                new ImportedTag
                {
                    Plc = plc,
                    Path = [$"DB{state.Db}", "Bytes"],
                    Address = new S7Address(S7Area.DataBlock, state.Db, 0, Width: 8),
                    Type = new S7DataType(S7TypeKind.Byte, ArrayLength: state.Needed),
                    Access = TagAccess.Read,
                    Rate = Rate,
                    Details = new TagDetails { Description = string.Create(CultureInfo.InvariantCulture, $"{state.Needed} bytes") },
                    Spot = spot,
                }
            );
        }
    }
}
