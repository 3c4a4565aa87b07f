using System.Text;
using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// The definitions of all conditions, stored in few arrays: names as UTF-8 in one block, common rules once, rare facts in a dictionary. What is defined stays;
/// conditions may be added by one thread while others read.
/// </summary>
internal sealed class ConditionModel
{
    private volatile ConditionDefinitions _all = new();
    private NameIndex<Names> _index;

    /// <summary>Makes the model of definitions; a condition's index is its place in the list.</summary>
    /// <exception cref="ArgumentException">An id is no string, or two conditions have the same.</exception>
    public ConditionModel(IReadOnlyList<ConditionDefinition> definitions)
    {
        _index = new NameIndex<Names>(new Names(this), definitions.Count);
        Add(definitions);
    }

    public int Count => _all.Count;

    /// <summary>The locales of the messages of all definitions.</summary>
    public IReadOnlyList<string> Locales => _all.Locales;

    /// <summary>
    /// Adds conditions behind the others. Takes time for them alone, but for now and then, when there is no more room. One call at a time; nothing is added
    /// where it throws.
    /// </summary>
    /// <exception cref="ArgumentException">An id is no string, or two conditions have the same.</exception>
    public void Add(IReadOnlyList<ConditionDefinition> definitions)
    {
        var added = new HashSet<string>();
        foreach (var definition in definitions)
        {
            if (definition.Id is not { Kind: NodeIdKind.String, Identifier: string id })
                throw new ArgumentException($"{definition.Id} is no id for a condition: it must be a string.", nameof(definitions));
            if (!added.Add(id) || _index.Find(Encoding.UTF8.GetBytes(id)) >= 0)
                throw new ArgumentException($"Two conditions have the id {definition.Id}.", nameof(definitions));
        }

        var first = Count;
        // Before the names are found: what they lead to is there by then.
        _all = _all.With(definitions);
        if (_index.Capacity < Count)
        {
            var larger = new NameIndex<Names>(new Names(this), Math.Max(256, 2 * Count));
            for (var i = 0; i < first; i++)
                larger.TryAdd(IdBytes(i), i);
            Volatile.Write(ref _index, larger);
        }

        for (var i = first; i < Count; i++)
            _index.TryAdd(IdBytes(i), i);
    }

    /// <summary>Replaces the rules of a condition. One call at a time, also with <see cref="Add"/>.</summary>
    public void SetRules(int condition, ConditionRules rules) => _all = _all.With(condition, rules);

    /// <summary>The condition of an id; -1: none.</summary>
    public int Find(ushort namespaceIndex, ReadOnlySpan<byte> id) =>
        Volatile.Read(ref _index).Find(id) is >= 0 and var found && NamespaceOf(found) == namespaceIndex ? found : -1;

    public NodeId IdOf(int condition) => new(NamespaceOf(condition), Encoding.UTF8.GetString(IdBytes(condition)));

    public ReadOnlySpan<byte> IdBytes(int condition) => _all.IdBytes(condition);

    public ushort NamespaceOf(int condition) => _all[condition].Namespace;

    public NodeId SourceOf(int condition) =>
        _all[condition].SourceLength is > 0 and var length
            ? new NodeId(NamespaceOf(condition), Encoding.UTF8.GetString(IdBytes(condition)[..length]))
            : _all.RareOf(condition)!.Source;

    public NodeHandle SourceIn(AddressSpaceView nodes, int condition) =>
        _all[condition].SourceLength is > 0 and var length
            ? nodes.Find(new NodeIdView(NamespaceOf(condition), NodeIdKind.String, IdBytes(condition)[..length]))
            : nodes.Find(_all.RareOf(condition)!.Source);

    public string SourceNameOf(int condition) =>
        _all.SourceNameOf(condition)
        ?? (
            _all[condition].SourceLength is > 0 and var length
                ? Encoding.UTF8.GetString(IdBytes(condition)[..length])
                : _all.RareOf(condition)!.Source.Identifier?.ToString() ?? "Server"
        );

    public string NameOf(int condition) => Encoding.UTF8.GetString(_all.NameBytes(condition));

    public ConditionKind KindOf(int condition) => _all[condition].Kind;

    public ConditionRules RulesOf(int condition) => _all.RulesOf(condition);

    public ushort SeverityOf(int condition) => _all[condition].Severity;

    public NodeId NotifierOf(int condition) => _all.NotifierOf(condition);

    /// <summary>The variable it is computed from; null id: none.</summary>
    public NodeId InputOf(int condition) =>
        KindOf(condition) == ConditionKind.Alarm ? ConditionDefinition.NoInput : _all.RareOf(condition)?.Input ?? SourceOf(condition);

    public NodeId NormalStateOf(int condition) => _all.RareOf(condition)?.NormalState ?? default;

    public ConditionCertificate? CertificateOf(int condition) => _all.RareOf(condition)?.Certificate;

    public ConditionText? MessageOf(int condition) => _all.MessageOf(condition);

    public ConditionLimits? LimitsOf(int condition) => _all.LimitsOf(condition);

    private readonly struct Names(ConditionModel model) : INodeNames
    {
        public bool IsName(int node, ReadOnlySpan<byte> utf8) => node < model.Count && model.IdBytes(node).SequenceEqual(utf8);
    }
}
