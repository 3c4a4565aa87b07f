using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// Replaces the nodes after a reload: unchanged nodes are not touched, removed ones report it, and new ones have a first value before they are visible.
/// </summary>
public sealed partial class BridgeServer
{
    private const int TagSource = 1;
    private static readonly TimeSpan FirstValuesWithin = TimeSpan.FromSeconds(2);

    /// <summary>Assigns a compiled map the tag numbers of the running one, with the symbol types that CPUs have reported.</summary>
    public MapMigration Follow(TagMap compiled) =>
        MapMigration.Create(_acquisition.Map, _acquisition.Concrete(compiled), _table.Count, _table.Groups);

    /// <summary>
    /// Replaces the map: PLC sessions first, then nodes. Sessions, subscriptions and monitored items stay; items of removed nodes get BadNodeIdUnknown. One
    /// call at a time.
    /// </summary>
    /// <param name="next">The result of <see cref="Follow"/>, with no other change in between.</param>
    /// <param name="change">The changes as lines for _Status.</param>
    /// <param name="cancellationToken">The bridge stops.</param>
    public async Task AdoptAsync(MapMigration next, IReadOnlyList<string> change, CancellationToken cancellationToken)
    {
        await ServeAsync(next, cancellationToken).ConfigureAwait(false);
        _status.Map = new MapLoadReport(_status.Map.Loads + 1, _server.Options.Time.GetUtcNow(), [.. change], []);
        _server.Events.Raise(
            new UaEvent(
                Ids.SystemEventType,
                Ids.Server,
                "Server",
                EventSeverity.Notice,
                "The tag map was loaded again: " + $"{string.Join(' ', change)}"
            )
        );
    }

    /// <summary>
    /// Adopts the symbol types that CPUs reported for the running map, which does not count as a load. One call at a time, also with <see cref="AdoptAsync"/>.
    /// </summary>
    /// <param name="next">The result of <see cref="Follow"/>, with no other change in between.</param>
    /// <param name="change">The changes as lines.</param>
    /// <param name="cancellationToken">The bridge stops.</param>
    public async Task AdoptSymbolsAsync(MapMigration next, IReadOnlyList<string> change, CancellationToken cancellationToken)
    {
        await ServeAsync(next, cancellationToken).ConfigureAwait(false);
        _server.Events.Raise(
            new UaEvent(
                Ids.SystemEventType,
                Ids.Server,
                "Server",
                EventSeverity.Notice,
                "A CPU reported its symbols: " + $"{string.Join(' ', change)}"
            )
        );
    }

    private async Task ServeAsync(MapMigration next, CancellationToken cancellationToken)
    {
        var changes = ModelChanges.From(next);
        var firstRow = _nodes.RowEnd;
        var nodes = _nodes.Prepare(next.After, changes.Keys.ToHashSet());
        // A map without PLCs has no scan class; the group of _Status is always there.
        _table.Grow(nodes.VariableCount, Math.Max(next.After.ScanGroups.Length, _statusGroup + 1));
        Assign(next, nodes, Math.Max(firstRow, next.After.Tags.Length));
        nodes.Follow(_table, _acquisition.StatusOf);
        _recorder?.Begin(next.After);
        await _acquisition.AdoptAsync(next, cancellationToken).ConfigureAwait(false);
        _recorder?.Follow(next.After);
        await FirstValuesAsync(next, cancellationToken).ConfigureAwait(false);

        _server.AddressSpace.Replace(TagSource, nodes);
        _nodes.Replace(nodes);
        _alarms?.Adopt(next.After);
        _server.Events.RaiseModelChange(ModelChanges.ToEvent(next.After, changes));
    }

    /// <summary>Reports that the file on disk was refused, and why. The running map continues.</summary>
    public void Refuse(IReadOnlyList<string> findings)
    {
        _status.Map = _status.Map with { Findings = [.. findings] };
        _server.Events.Raise(
            new UaEvent(
                Ids.SystemEventType,
                Ids.Server,
                "Server",
                EventSeverity.Warning,
                "The changed tag map has errors and was not loaded; " + $"the old one stays in use. {string.Join(' ', findings.Take(5))}"
            )
        );
    }

    /// <summary>Reports that the file on disk equals the running map. Its author has thereby confirmed it for the present PLC programs.</summary>
    public void Accept()
    {
        _status.Map = _status.Map with { Findings = [] };
        _acquisition.TrustLayouts();
    }

    /// <summary>Writes a line about a reload to the audit.</summary>
    public void Audit(string sentence) => _audit.Reloaded(sentence);

    private void Assign(MapMigration next, TagAddressSpace nodes, int firstNewRow)
    {
        using var update = _table.BeginUpdate();
        update.Compose(nodes.Structures.Variables());
        foreach (var tag in next.Blank)
            update.Assign(tag, next.After.Tags[tag].ScanGroup);
        for (var row = firstNewRow; row < nodes.VariableCount; row++)
            update.Assign(row, _statusGroup);
        for (var structure = 0; structure < next.After.Structures.Length; structure++)
        {
            if (nodes.Structures.VariableOf(structure) is var row && row >= firstNewRow)
                update.Assign(row, nodes.Structures.GroupOf(structure));
        }
    }

    /// <summary>Waits for the first values of new tags, so that clients find a value in a new node.</summary>
    private async Task FirstValuesAsync(MapMigration next, CancellationToken cancellationToken)
    {
        var groups = next
            .Blank.Select(tag => next.After.Tags[tag].ScanGroup)
            .Distinct()
            .Where(group => next.After.ScanGroups[group].Mode != ScanMode.Demand || _table.DemandOf(group) is not null);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            await Task.WhenAll(groups.Select(group => _acquisition.NextCycleAsync(group, limit.Token)))
                .WaitAsync(FirstValuesWithin, _server.Options.Time, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            await limit.CancelAsync().ConfigureAwait(false); // they are not waited for any longer
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // A PLC session has ended meanwhile.
        }
    }
}
