using S7OpcBridge.Core;
using S7OpcBridge.Import.Choosing;
using S7OpcBridge.Import.Lists;

namespace S7OpcBridge.Import;

/// <summary>What somebody chooses of an import: which tags go into the map, how often they are read and what clients may do. Not thread-safe.</summary>
public sealed class ImportChoice
{
    /// <summary>The interval of tags of which the source says none: that of the map's scan class normal.</summary>
    public static readonly TimeSpan UsualScan = TimeSpan.FromSeconds(1);

    private readonly ImportList _list;

    /// <summary>Nothing is ticked; intervals and access are as found.</summary>
    /// <param name="list">What was read.</param>
    public ImportChoice(ImportList list)
    {
        _list = list;
        Nodes = ChoiceTree.Build(list.Plant, list.Report);
        Plcs = [.. Nodes.Where(node => node.Kind == ChoiceKind.Plc)];
    }

    /// <summary>All nodes by <see cref="ChoiceNode.Id"/>, each after its parent.</summary>
    public IReadOnlyList<ChoiceNode> Nodes { get; }

    /// <summary>The PLCs in the order of the sources.</summary>
    public IReadOnlyList<ChoiceNode> Plcs { get; }

    /// <summary>What was taken, changed and left out when the sources were read.</summary>
    public ImportReport Report => _list.Report;

    /// <summary>Tags that can be chosen.</summary>
    public int Tags => Plcs.Sum(plc => plc.Tags);

    /// <summary>Tags that are ticked.</summary>
    public int Ticked => Plcs.Sum(plc => plc.Ticked);

    /// <summary>Increases with each change.</summary>
    public int Changes { get; private set; }

    /// <summary>Ticks or unticks a tag, or all tags of a node that a search finds.</summary>
    public void Tick(ChoiceNode node, bool isTicked, ChoiceSearch search) => Change(node, search, tag => tag.IsTicked = isTicked);

    /// <summary>Sets the interval of a tag, or of all tags of a node that a search finds.</summary>
    /// <param name="interval">How often it is read; null: as found.</param>
    public void SetScan(ChoiceNode node, TimeSpan? interval, ChoiceSearch search) => Change(node, search, tag => tag.ChosenScan = interval);

    /// <summary>Sets what clients may do with a tag, or with all tags of a node that a search finds.</summary>
    /// <param name="access">What clients may do; null: as found.</param>
    /// <returns>Why some of them stay read only, each reason with its number of tags.</returns>
    public IReadOnlyDictionary<string, int> SetAccess(ChoiceNode node, TagAccess? access, ChoiceSearch search)
    {
        var refused = new Dictionary<string, int>();
        Change(
            node,
            search,
            tag =>
            {
                if (access is { } wished && (wished & TagAccess.Write) != 0 && tag.ReadOnlyReason is { } reason)
                    refused[reason] = refused.GetValueOrDefault(reason) + 1;
                else
                    tag.ChosenAccess = access;
            }
        );
        return refused;
    }

    /// <summary>Chooses what a map has: its tags are ticked, with its intervals and access; all others are not.</summary>
    /// <param name="map">The map, such as the last import wrote it.</param>
    public void Restore(TagMap map)
    {
        var tags = map.Listed.ToLookup(tag => (map.Plcs[tag.Plc].Name, tag.Name)).ToDictionary(group => group.Key, group => group.First());
        foreach (var plc in Plcs)
        {
            foreach (var node in plc.Leaves())
            {
                node.IsTicked = tags.TryGetValue((plc.Name, node.Tag!.Name), out var tag);
                if (tag is null)
                    continue;
                node.ChosenScan =
                    map.ScanGroups[tag.ScanGroup].Interval is var interval && interval == (node.Tag.Row.Rate ?? UsualScan)
                        ? null
                        : interval;
                node.ChosenAccess = tag.Access == node.Tag.Access ? null : tag.Access;
            }
            plc.SumAll();
        }
        Changes++;
    }

    /// <summary>The ticked tags as they are now.</summary>
    public ChosenTags Snapshot() =>
        new(
            _list,
            new ImportedPlant([
                .. _list
                    .Plant.Plcs.Zip(
                        Plcs,
                        (plc, node) => plc with { Tags = [.. node.Leaves().Where(tag => tag.IsTicked).Select(tag => tag.Chosen)] }
                    )
                    .Where(plc => plc.Tags.Count > 0),
            ])
        );

    private void Change(ChoiceNode node, ChoiceSearch search, Action<ChoiceNode> change)
    {
        // The list first: a search for ticked tags finds others while they are unticked.
        List<ChoiceNode> tags = [.. node.Leaves().Where(tag => search.IsAll || search.Fits(tag))];
        tags.ForEach(change);
        node.SumAll();
        for (var above = node.Parent; above is not null; above = above.Parent)
            above.Sum();
        Changes++;
    }
}
