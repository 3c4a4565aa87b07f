using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>The tags of one DataSetWriter.</summary>
/// <param name="Topic">Topic of its data.</param>
/// <param name="Group">Name of its WriterGroup.</param>
/// <param name="Name">Its name, unique in the group.</param>
/// <param name="Plc">Its PLC; -1: its tags may be of several.</param>
/// <param name="Rate">When it publishes.</param>
/// <param name="Tags">Its tags in the order of the map.</param>
internal sealed record WriterPlan(string Topic, string Group, string Name, int Plc, PublishRate Rate, IReadOnlyList<PublishedTag> Tags)
{
    private string? _digest;

    /// <summary>Fields of a dataset at most; a topic with more tags has several writers.</summary>
    public const int MostFields = 500;

    /// <summary>Its name among all writers of the publisher.</summary>
    public string Key => $"{Group}/{Name}";

    /// <summary>Tells its fields from others: two plans with the same one have the same metadata but for its version.</summary>
    public string FieldsDigest => _digest ??= DigestOf(Tags);

    /// <summary>
    /// Sorts tags into writers: those with the same topic and rate are one, cut at <see cref="MostFields"/>. A second writer of the same name gets <c>-2</c>,
    /// and so on; the same of groups, which have one rate each.
    /// </summary>
    /// <param name="byPlc">True: a writer has tags of one PLC only, because another node may publish those of another.</param>
    public static IReadOnlyList<WriterPlan> From(IReadOnlyList<PublishedTag> tags, bool byPlc)
    {
        var parts = new Dictionary<(string Topic, PublishRate Rate, int Plc), List<PublishedTag>>();
        foreach (var tag in tags)
        {
            var key = (tag.Topic, tag.Rate, byPlc ? tag.Plc : -1);
            if (!parts.TryGetValue(key, out var part))
                parts.Add(key, part = []);
            part.Add(tag);
        }
        var (plans, names) = (new List<WriterPlan>(parts.Count), new HashSet<string>(StringComparer.Ordinal));
        var groups = new GroupNames();
        foreach (var ((topic, rate, plc), part) in parts)
        {
            foreach (var fields in part.Chunk(MostFields))
            {
                var (group, name) = (groups.NameOf(fields[0].WriterGroup, rate), fields[0].Writer);
                for (var n = 2; !names.Add($"{group}/{name}"); n++)
                    name = $"{fields[0].Writer}-{n}";
                plans.Add(new WriterPlan(topic, group, name, plc, rate, fields));
            }
        }
        return plans;
    }

    private sealed class GroupNames
    {
        private readonly Dictionary<(string Group, PublishRate Rate), string> _names = [];
        private readonly HashSet<string> _used = new(StringComparer.Ordinal);

        public string NameOf(string group, PublishRate rate)
        {
            if (_names.TryGetValue((group, rate), out var known))
                return known;
            var name = group;
            for (var n = 2; !_used.Add(name); n++)
                name = $"{group}-{n}";
            return _names[(group, rate)] = name;
        }
    }

    /// <summary>All that the metadata says of a field, as a text.</summary>
    public static string FieldText(PublishedTag tag) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{tag.Id}|{tag.Field}|{tag.Type}|{tag.DataType}|{tag.IsArray}|{tag.ArrayLength}|{tag.MaxStringLength}|{tag.Description}|{tag.Unit}|"
                + $"{tag.Range?.Low}|{tag.Range?.High}|{tag.Limits?.Low}|{tag.Limits?.High}|{string.Join('|', tag.States)}"
        );

    private static string DigestOf(IReadOnlyList<PublishedTag> tags)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var tag in tags)
            hash.AppendData(Encoding.UTF8.GetBytes(FieldText(tag) + "\n"));
        return Convert.ToHexString(hash.GetHashAndReset().AsSpan(0, 16));
    }

    /// <summary>A tag as a field of the metadata.</summary>
    public static PublishedField FieldOf(PublishedTag tag) =>
        new()
        {
            Name = tag.Field,
            Id = tag.Id,
            Type = tag.Type,
            DataType = tag.DataType,
            IsArray = tag.IsArray,
            ArrayLength = tag.ArrayLength,
            MaxStringLength = tag.MaxStringLength,
            Description = tag.Description,
            Unit = tag.Unit is { } unit ? new FieldUnit(unit.NamespaceUri, unit.Id, unit.Symbol, unit.Description) : null,
            Range = tag.Range is { } range ? new FieldRange(range.Low, range.High) : null,
            Limits = tag.Limits is { } limits ? new FieldRange(limits.Low, limits.High) : null,
            States = [.. tag.States.Select(static state => new FieldState(state.Value, state.Name))],
        };
}
