using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>The writers after a change of the tags.</summary>
/// <param name="Writers">All writers.</param>
/// <param name="Unnumbered">How many were left out because all numbers are in use.</param>
internal sealed record WriterChange(IReadOnlyList<DataSetWriter> Writers, int Unnumbered);

/// <summary>The DataSetWriters. One that a reload does not change goes on as it was, with its marks and its sequence numbers.</summary>
/// <param name="publisherId">Identifies the publisher at the broker.</param>
/// <param name="topics">The topics of the publisher.</param>
/// <param name="last">What the run before this one published.</param>
internal sealed class WriterTable(string publisherId, PublisherTopics topics, LastRun last)
{
    private readonly WriterNumbers _writers = new(),
        _groups = new();
    private Dictionary<string, DataSetWriter> _known = new(StringComparer.Ordinal);

    /// <summary>Makes the writers of new plans.</summary>
    /// <param name="time">The present VersionTime (OPC 10000-14, 6.2.3.2.6).</param>
    public WriterChange Follow(IReadOnlyList<WriterPlan> plans, uint time)
    {
        _writers.Keep(plans.Select(static plan => plan.Key).ToHashSet(StringComparer.Ordinal));
        _groups.Keep(plans.Select(static plan => plan.Group).ToHashSet(StringComparer.Ordinal));
        var (next, unnumbered) = (new Dictionary<string, DataSetWriter>(StringComparer.Ordinal), 0);
        foreach (var plan in plans)
        {
            if (_writers.NumberOf(plan.Key) is not { } number || _groups.NumberOf(plan.Group) is not { } group)
            {
                unnumbered++;
                continue;
            }
            next.Add(plan.Key, WriterOf(plan, _known.GetValueOrDefault(plan.Key), number, group, time));
        }
        foreach (var group in next.Values.GroupBy(static writer => writer.Set.WriterGroupId))
        {
            var (version, place) = (group.Max(static writer => writer.Set.Version.Minor), (ushort)0);
            foreach (var writer in group)
                writer.Place(++place, version);
        }
        _known = next;
        return new WriterChange([.. next.Values], unnumbered);
    }

    private DataSetWriter WriterOf(WriterPlan plan, DataSetWriter? old, ushort number, ushort group, uint time)
    {
        int[] tags = [.. plan.Tags.Select(static tag => tag.Tag)];
        if (old is null)
            return new DataSetWriter(SetOf(plan, number, group, FirstVersion(plan, time)), plan, tags);
        var areSame = plan.FieldsDigest == old.Plan.FieldsDigest;
        var isSameSet = areSame && plan.Topic == old.Plan.Topic;
        if (isSameSet && plan.Rate == old.Rate && plan.Plc == old.Plc && old.Tags.SequenceEqual(tags))
            return old;
        // Version times only ever grow, even where the clock was set back.
        var now = Math.Max(time, old.Set.Version.Minor + 1);
        var version =
            areSame ? old.Set.Version
            : SameFields(old.Plan.Tags, plan.Tags) == old.Plan.Tags.Count ? old.Set.Version with { Minor = now }
            : new ConfigurationVersion(now, now);
        return new DataSetWriter(isSameSet ? old.Set : SetOf(plan, number, group, version), plan, tags) { NextNumber = old.NextNumber };
    }

    private ConfigurationVersion FirstVersion(WriterPlan plan, uint time)
    {
        if (last.VersionOf(plan.Key, plan.FieldsDigest, out var newest) is { } known)
            return known;
        var now = Math.Max(time, newest + 1);
        return new ConfigurationVersion(now, now);
    }

    private PublishedDataSet SetOf(WriterPlan plan, ushort number, ushort group, ConfigurationVersion version) =>
        new()
        {
            Name = plan.Name,
            WriterGroup = plan.Group,
            WriterGroupId = group,
            WriterId = number,
            PublisherId = publisherId,
            Version = version,
            Fields = [.. plan.Tags.Select(WriterPlan.FieldOf)],
            DataTopic = plan.Topic,
            MetaDataTopic = topics.MetaData(plan.Group, plan.Name),
        };

    // How many fields are the same from the first on.
    private static int SameFields(IReadOnlyList<PublishedTag> before, IReadOnlyList<PublishedTag> after)
    {
        var same = 0;
        while (same < before.Count && same < after.Count && WriterPlan.FieldText(before[same]) == WriterPlan.FieldText(after[same]))
            same++;
        return same;
    }
}
