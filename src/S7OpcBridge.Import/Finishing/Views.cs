using S7OpcBridge.Import.Lists;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>
/// Brings several sources of one plant together: a row that is there twice is one tag, and a row of an HMI's list gives its rate, limits and scale to the tag
/// of the PLC that it shows.
/// </summary>
internal sealed class Views(ImportDraft draft)
{
    public void Join()
    {
        var plcs = draft.Tags.Where(tag => !tag.IsView).Select(tag => tag.Plc).Distinct().ToList();
        var only = OnlyPlc(plcs);
        var tags = new List<ImportedTag>();
        var bySymbol = new Dictionary<(string, string), int>();
        var byPlace = new Dictionary<(string, S7Address, S7DataType), int>();
        var byName = new Dictionary<(string, string), int>();
        foreach (var row in draft.Tags.Where(tag => !tag.IsView))
        {
            var tag = only is not null ? row with { Plc = only } : row;
            if (byName.TryGetValue((tag.Plc, tag.Name), out var same) && IsSame(tags[same], tag))
            {
                tags[same] = With(tags[same], tag);
                draft.Change(row.Spot, row.Name, "another source has the same tag; the two are one");
                draft.Report.Join(row.Spot);
                continue;
            }
            byName.TryAdd((tag.Plc, tag.Name), tags.Count);
            if (tag.Symbol is { } symbol)
                bySymbol.TryAdd((tag.Plc, SymbolName.Key(symbol)), tags.Count);
            if (tag.Address is { } address)
                byPlace.TryAdd((tag.Plc, address with { Width = 0 }, tag.Type), tags.Count);
            tags.Add(tag);
        }
        foreach (var row in draft.Tags.Where(tag => tag.IsView))
        {
            var view = only is not null ? row with { Plc = only } : row;
            if (
                view.Symbol is { } symbol && bySymbol.TryGetValue((view.Plc, SymbolName.Key(symbol)), out var shown)
                || view.Address is { } address && byPlace.TryGetValue((view.Plc, address with { Width = 0 }, view.Type), out shown)
            )
            {
                tags[shown] = With(tags[shown], view);
                draft.Change(row.Spot, row.Name, $"it shows '{tags[shown].Name}', which takes its rate, limits and scale");
                draft.Report.Join(row.Spot);
            }
            else if (view.Address is null && tags.Count > 0 && view.Symbol is { } missing && plcs.Count > 0)
                draft.LeaveOut(
                    row.Spot,
                    row.Name,
                    $"it shows {missing} by its symbol, which no other source has; import the tag table or the block as well"
                );
            else
                tags.Add(view with { IsView = false });
        }
        draft.Replace(tags);
    }

    // Sources that name no PLC, and the connections of an HMI, are of the one PLC that others name.
    private string? OnlyPlc(List<string> plcs)
    {
        var named = plcs.Where(plc => plc.Length > 0).ToList();
        if (named.Count == 1)
            return named[0];
        return named.Count == 0 && plcs.Count == 1 ? "" : null;
    }

    private static bool IsSame(ImportedTag one, ImportedTag other) =>
        one.Type == other.Type
        && (
            one.Address is { } address
                ? other.Address is { } place && address with { Width = 0 } == place with { Width = 0 }
                : one.Symbol is { } symbol && other.Symbol is { } name && SymbolName.Key(symbol) == SymbolName.Key(name)
        );

    private static ImportedTag With(ImportedTag tag, ImportedTag more) =>
        tag with
        {
            Rate = tag.Rate ?? more.Rate,
            Access = tag.Access ?? more.Access,
            Symbol = tag.Symbol ?? more.Symbol,
            NodeId = tag.NodeId ?? more.NodeId,
            Alarms = more.Alarms.Count == 0 ? tag.Alarms : [.. tag.Alarms, .. more.Alarms],
            Details = tag.Details with
            {
                Description = tag.Details.Description ?? more.Details.Description,
                Unit = tag.Details.Unit ?? more.Details.Unit,
                Range = tag.Details.Range ?? more.Details.Range,
                Limits = tag.Details.Limits ?? more.Details.Limits,
                Scale = tag.Details.Scale ?? more.Details.Scale,
            },
        };
}
