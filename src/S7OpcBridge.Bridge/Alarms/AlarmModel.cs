using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The alarms of a map, found by the tags that concern them. Immutable. A rule's index is that of its condition.</summary>
internal sealed class AlarmModel
{
    /// <summary>A map without alarms.</summary>
    public static readonly AlarmModel None = new([], []);

    // By tag id the first link; -1: none. Only as long as the highest tag with an alarm needs.
    private readonly int[] _first;
    private readonly Link[] _links;

    private AlarmModel(AlarmRule[] rules, ConditionDefinition[] definitions)
    {
        (Rules, Definitions) = (rules, definitions);
        _first = new int[rules.Length == 0 ? 0 : rules.Max(rule => Math.Max(rule.Tag, rule.EchoTag)) + 1];
        Array.Fill(_first, -1);
        var links = new List<Link>(rules.Length);
        for (var i = rules.Length - 1; i >= 0; i--)
        {
            Add(rules[i].Tag, i, isEcho: false);
            if (rules[i].EchoTag >= 0)
                Add(rules[i].EchoTag, i, isEcho: true);
        }
        _links = [.. links];

        void Add(int tag, int rule, bool isEcho)
        {
            links.Add(new Link(rule, isEcho, _first[tag]));
            _first[tag] = links.Count - 1;
        }
    }

    /// <summary>An alarm that a tag concerns.</summary>
    /// <param name="IsEcho">True: the tag acknowledges it; false: it triggers it.</param>
    /// <param name="Next">The next link of the tag; -1: the last one.</param>
    public readonly record struct Link(int Rule, bool IsEcho, int Next);

    /// <summary>The rules, in the order of the conditions.</summary>
    public AlarmRule[] Rules { get; }

    /// <summary>The conditions of the rules.</summary>
    public ConditionDefinition[] Definitions { get; }

    /// <summary>The first link of a tag; -1: no alarm.</summary>
    public int FirstOf(int tag) => (uint)tag < (uint)_first.Length ? _first[tag] : -1;

    public ref readonly Link this[int link] => ref _links[link];

    /// <summary>Makes the alarms of a map.</summary>
    public static AlarmModel From(TagMap map)
    {
        var alarms = map.Listed.Where(tag => tag.Details?.Alarms is not null && !tag.IsGone).ToArray();
        if (alarms.Length == 0)
            return None;
        var named = TagsNamed(map, alarms);
        var (rules, definitions) = (new List<AlarmRule>(), new List<ConditionDefinition>());
        var shared = new SharedDefinitions();
        foreach (var tag in alarms)
        {
            foreach (var alarm in tag.Details!.Alarms!.All)
            {
                rules.Add(
                    new AlarmRule(alarm, tag.Id, IdOf(alarm.AcknowledgeTag), IdOf(alarm.EchoTag), AlarmMessage.From(alarm.Text, Find))
                );
                definitions.Add(shared.DefineFor(map, tag, alarm));
            }

            Tag? Find(string path) => named.GetValueOrDefault((tag.Plc, path));

            int IdOf(string? path) => path is not null && Find(path) is { } found ? found.Id : -1;
        }
        return new AlarmModel([.. rules], [.. definitions]);
    }

    // Only the tags that alarms name; there may be a million others.
    private static Dictionary<(int, string), Tag> TagsNamed(TagMap map, Tag[] alarms)
    {
        var names = new HashSet<(int, string)>();
        foreach (var tag in alarms)
        {
            foreach (var alarm in tag.Details!.Alarms!.All)
            {
                if (alarm.AcknowledgeTag is { } acknowledge)
                    names.Add((tag.Plc, acknowledge));
                if (alarm.EchoTag is { } echo)
                    names.Add((tag.Plc, echo));
                foreach (var field in alarm.Text.Fields)
                    names.Add((tag.Plc, field.Path));
            }
        }
        var found = new Dictionary<(int, string), Tag>();
        if (names.Count == 0)
            return found;
        foreach (var tag in map.Listed)
        {
            if (!tag.IsGone && (tag.Plc, tag.Name) is var key && names.Contains(key))
                found[key] = tag;
        }
        return found;
    }
}
