using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Import;

/// <summary>Lists all symbols of a CPU that HMI may see, asked over S7CommPlus.</summary>
public static class CpuImport
{
    /// <summary>Reads the symbols over an open connection.</summary>
    /// <param name="source">The CPU as the user named it: <c>s7plus://192.168.10.30</c>.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="options">What the user wishes.</param>
    /// <exception cref="S7PlusException">The CPU does not tell, or the connection is gone.</exception>
    public static async Task<ImportList> ListAsync(
        S7PlusConnection connection,
        string source,
        int port,
        ImportOptions options,
        CancellationToken cancellationToken
    )
    {
        var draft = new ImportDraft(options);
        draft.Report.Open(new ImportedSource(source, "symbols of a CPU by S7CommPlus"));
        var spot = new SourceLocation(new SourceFile(source), 1, 1);
        var plc = draft.Plc(options.Plc ?? "PLC1", spot);
        (plc.Host, plc.Port, plc.IsPlus, plc.Profile) = (connection.Host, port, true, ProfileOf(connection.Cpu));
        if (connection.Cpu.Length > 0)
            plc.Facts.Add($"CPU {connection.Cpu.Replace(";", ", ", StringComparison.Ordinal)}");
        plc.Facts.Add($"certificate {connection.Certificate.Thumbprint}");
        var program = await S7PlusProgram.BrowseAsync(connection, cancellationToken).ConfigureAwait(false);
        await program.LoadTypesAsync(cancellationToken).ConfigureAwait(false);
        var budget = new S7PlusSymbolBudget();
        foreach (var block in program.Blocks)
        {
            if (block.IsLoaded)
                await AddAsync(
                        program,
                        S7PlusProgram.SymbolOf(block),
                        budget,
                        plc.Name,
                        block.Number is null ? block.Name : null,
                        spot,
                        draft,
                        cancellationToken
                    )
                    .ConfigureAwait(false);
            else
                draft.Note(spot, $"the block '{block.Name}' is in load memory only and has no values; it is left out");
        }
        return new ImportList(draft);
    }

    private static async Task AddAsync(
        S7PlusProgram program,
        S7PlusSymbol symbol,
        S7PlusSymbolBudget budget,
        string plc,
        string? folder,
        SourceLocation spot,
        ImportDraft draft,
        CancellationToken cancellationToken
    )
    {
        if (!symbol.IsAccessible)
        {
            draft.LeaveOut(spot, symbol.Path, "it is not accessible from HMI; tick 'Accessible from HMI/OPC UA/Web API' in the block");
            return;
        }
        if (symbol.Item is null)
        {
            var hasMembers = false;
            try
            {
                await foreach (var child in program.ChildrenAsync(symbol, budget, cancellationToken).ConfigureAwait(false))
                {
                    hasMembers = true;
                    await AddAsync(program, child, budget, plc, folder, spot, draft, cancellationToken).ConfigureAwait(false);
                }
            }
            catch (S7PlusSymbolException e)
            {
                draft.LeaveOut(spot, symbol.Path, e.Reason);
                return;
            }
            if (!hasMembers && !symbol.HasMembers && !symbol.IsArray)
                draft.LeaveOut(spot, symbol.Path, $"a {symbol.Type} has no value of its own");
            return;
        }
        var type = CpuTypes.TypeOf(symbol);
        if (type.Kind == S7TypeKind.None || !S7PlusSymbol.TrySplit(symbol.Path, out var levels, out _))
        {
            draft.LeaveOut(spot, symbol.Path, $"a {symbol.Type} cannot be shown");
            return;
        }
        draft.Add(
            new ImportedTag
            {
                Plc = plc,
                Path = folder is null ? levels : [folder, .. levels],
                Type = type,
                Symbol = symbol.Path,
                Access = symbol.IsReadOnly ? TagAccess.Read : null,
                Spot = spot,
            }
        );
    }

    // 1;6ES7 512-1DM03-0AB0;V4.1: the fifth digit of the order number is the family's.
    private static string ProfileOf(string cpu) => cpu.Contains("6ES7 21", StringComparison.Ordinal) ? "s7-1200" : "s7-1500";
}
