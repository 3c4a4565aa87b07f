using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.Map.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Compiles tags with a symbol in place of an address, as far as this is possible without the CPU.</summary>
internal sealed partial class TagCompiler
{
    private const string Remedy =
        "add 'protocol: s7plus' to the PLC (S7-1500 and S7-1200 with newer firmware, docs/s7plus.md), or write an address such as "
        + "DB10.DBD4";

    /// <summary>Receives the symbols.</summary>
    public required ImmutableArray<SymbolEntry>.Builder Symbols { get; init; }

    private void AddSymbol(RawTag draft)
    {
        if (!CheckSymbol(draft.Address!, draft.AddressSpot, out _) || !TryTypeOf(draft, out var type, out var shown))
            return;
        var path = draft.Group.Prefix + draft.Name;
        if (!findings.Size.TryCountTag(path.Length, draft.NameSpot, findings))
            return;
        var scan = scans.Find(
            draft.Scan ?? draft.Group.Scan ?? ScanKeys.Normal,
            draft.Scan is not null ? draft.ScanSpot : draft.Group.ScanSpot
        );
        var access = draft.Access ?? draft.Group.Access ?? TagAccess.Read;
        if (!(_names.Add(path, draft.NameSpot) & rules.CheckSymbol(draft, type, shown, draft.Details)) || scan < 0)
            return;
        var details = (draft.Details ?? new TagDetails()) with { Symbol = draft.Address, SymbolType = shown == type ? null : type };
        details = History.Apply(details, details.History, draft, shown, draft.NameSpot)!;
        if (draft.Snapshot is { } snapshot)
            details = details with { Snapshot = Snapshots.Find(snapshot, plcIndex, scan, draft.SnapshotSpot) };
        if (details.NodeId is null && Pattern is not null)
            details = details with { NodeId = NodeIdPattern.Fill(Pattern, plc.Name, path) };
        if (details.NodeId is { } nodeId)
            NodeIds.Add(nodeId, draft.NameSpot);
        AddSimulation(draft, shown, isMember: false);
        Symbols.Add(
            new SymbolEntry
            {
                Plc = plcIndex,
                Path = path,
                Symbol = draft.Address!,
                ScanGroup = scan,
                Type = type,
                Access = access,
                Details = details,
            }
        );
        Spots.Add(draft.NameSpot);
        Tags.Add(
            new Tag
            {
                Id = Tags.Count,
                Path = Paths.Share(path),
                Plc = plcIndex,
                ScanGroup = scan,
                Address = default,
                Type = shown,
                Access = access,
                Details = Shared(details),
            }
        );
        AddAlarms(draft.Alarms, draft.Group);
    }

    private void AddBrowse(RawBrowse draft)
    {
        if (draft.Symbol is null || !CheckSymbol(draft.Symbol, draft.SymbolSpot, out var levels))
            return;
        var path = draft.Group.Prefix + (draft.Name ?? string.Join('/', levels.Select(level => level.Replace('/', '_'))));
        var nameSpot = draft.Name is null ? draft.SymbolSpot : draft.NameSpot;
        if (!findings.Size.TryCountTag(path.Length, nameSpot, findings))
            return;
        if (TagNameCheck.Fault(path) is { } fault)
        {
            findings.Error(nameSpot, $"the folder '{path}' {fault}");
            return;
        }
        _names.AddFolder(path);
        var scan = scans.Find(
            draft.Scan ?? draft.Group.Scan ?? ScanKeys.Normal,
            draft.Scan is not null ? draft.ScanSpot : draft.Group.ScanSpot
        );
        if (scan >= 0)
            Symbols.Add(
                new SymbolEntry
                {
                    Plc = plcIndex,
                    Path = path,
                    Symbol = draft.Symbol,
                    ScanGroup = scan,
                    Access = draft.Access ?? draft.Group.Access ?? TagAccess.Read,
                    Details = History.HistoryFor(draft) is { } history ? new TagDetails { Symbol = draft.Symbol, History = history } : null,
                    IsBrowse = true,
                }
            );
    }

    private bool CheckSymbol(string symbol, SourceLocation spot, out IReadOnlyList<string> levels)
    {
        levels = [];
        if (!plc.Plus.IsWanted)
            findings.Error(spot, $"'{symbol}' is a symbol, and '{plc.Name}' uses absolute addresses; {Remedy}");
        else if (S7Address.TryParse(symbol, out var address, out _, out _))
            findings.Error(spot, $"'{symbol}' is an address and no symbol; write 'address: {address}'");
        else if (!SymbolText.TrySplit(symbol, out levels, out var error))
            findings.Error(
                spot,
                $"the symbol {symbol} can't be read: {error}; write it as in TIA Portal, the name of the block in double quotes and all of "
                    + "it in single quotes: '\"DB_Pack\".State.Running'"
            );
        else
            return true;
        return false;
    }

    private bool TryTypeOf(RawTag draft, out S7DataType type, out S7DataType shown)
    {
        type = shown = default;
        if (draft.Type is not null)
        {
            if (types.Resolve(draft.Type, out var error) is not { } known)
            {
                findings.Error(draft.TypeSpot, error);
                return false;
            }
            if (known.User is { } user)
            {
                findings.Error(draft.TypeSpot, $"'{user.Name}' is a structure, and the CPU reports the members of a symbol; remove 'type'");
                return false;
            }
            shown = type = known.Elementary;
        }
        if (draft.UaType is not { } other || type.Kind == S7TypeKind.None || UaTypes.TryFind(type, other, out shown, out var fault))
            return true;
        findings.Error(draft.TypeSpot.IsNone ? draft.AddressSpot : draft.TypeSpot, fault);
        return false;
    }
}
