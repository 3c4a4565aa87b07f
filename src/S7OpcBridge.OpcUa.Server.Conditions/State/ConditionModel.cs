using System.Text;

namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// The definitions of all conditions, stored in few arrays: names as UTF-8 in one block, common rules once, rare facts in a dictionary. Immutable.
/// </summary>
internal sealed class ConditionModel
{
    /// <summary>No conditions.</summary>
    public static readonly ConditionModel None = new([]);

    private readonly byte[] _text;
    private readonly Entry[] _entries;
    private readonly ConditionRules[] _rules;
    private readonly NodeId[] _notifiers;
    private readonly ConditionText?[] _messages;
    private readonly ConditionLimits?[] _limits;
    private readonly Dictionary<int, RareFacts> _rare = [];
    private readonly NameIndex<Names> _index;

    /// <summary>Makes the model of definitions; a condition's index is its place in the list.</summary>
    /// <exception cref="ArgumentException">An id is no string, or two conditions have the same.</exception>
    public ConditionModel(IReadOnlyList<ConditionDefinition> definitions)
    {
        var text = new List<byte>(definitions.Count * 48);
        var (rules, notifiers) = (new Dictionary<ConditionRules, int>(), new Dictionary<NodeId, int>());
        _entries = new Entry[definitions.Count];
        _messages = new ConditionText?[definitions.Count];
        _limits = definitions.Any(static definition => definition.Limits is not null) ? new ConditionLimits?[definitions.Count] : [];
        _index = new NameIndex<Names>(new Names(this), definitions.Count);
        _text = [];
        for (var i = 0; i < _entries.Length; i++)
        {
            var definition = definitions[i];
            if (definition.Id is not { Kind: NodeIdKind.String, Identifier: string id })
                throw new ArgumentException($"{definition.Id} is no id for a condition: it must be a string.", nameof(definitions));
            var (start, utf8) = (text.Count, Encoding.UTF8.GetBytes(id));
            text.AddRange(utf8);
            var (name, nameLength) = AddName(text, start, utf8, Encoding.UTF8.GetBytes(definition.Name));
            var source = SourceWithin(definition, id);
            _entries[i] = new Entry(
                start,
                utf8.Length,
                source,
                name,
                nameLength,
                definition.Id.Namespace,
                Shared(rules, definition.Rules),
                Shared(notifiers, definition.Notifier),
                definition.Kind,
                definition.Severity
            );
            _messages[i] = definition.Message;
            if (_limits.Length > 0)
                _limits[i] = definition.Limits;
            AddRare(i, definition, source);
        }

        Locales =
        [
            .. _messages
                .Where(static message => message is not null)
                .Distinct()
                .SelectMany(static message => message!.Texts)
                .Select(static part => part.Locale)
                .OfType<string>()
                .Where(static locale => locale.Length > 0)
                .Distinct(),
        ];
        _text = [.. text];
        _rules = [.. rules.Keys];
        _notifiers = [.. notifiers.Keys];
        for (var i = 0; i < _entries.Length; i++)
        {
            if (!_index.TryAdd(IdBytes(i), i))
                throw new ArgumentException($"Two conditions have the id {definitions[i].Id}.", nameof(definitions));
        }
    }

    public int Count => _entries.Length;

    /// <summary>The ids of the objects whose events they are, each once.</summary>
    public IReadOnlyList<NodeId> Notifiers => _notifiers;

    /// <summary>The locales of all messages.</summary>
    public IReadOnlyList<string> Locales { get; }

    /// <summary>The condition of an id; -1: none.</summary>
    public int Find(ushort namespaceIndex, ReadOnlySpan<byte> id) =>
        _index.Find(id) is >= 0 and var found && _entries[found].Namespace == namespaceIndex ? found : -1;

    public NodeId IdOf(int condition) => new(_entries[condition].Namespace, Encoding.UTF8.GetString(IdBytes(condition)));

    public ReadOnlySpan<byte> IdBytes(int condition) => _text.AsSpan(_entries[condition].Start, _entries[condition].Length);

    public ushort NamespaceOf(int condition) => _entries[condition].Namespace;

    public NodeId SourceOf(int condition) =>
        _entries[condition].SourceLength is > 0 and var length
            ? new NodeId(_entries[condition].Namespace, Encoding.UTF8.GetString(IdBytes(condition)[..length]))
            : _rare[condition].Source;

    public NodeHandle SourceIn(AddressSpaceView nodes, int condition) =>
        _entries[condition].SourceLength is > 0 and var length
            ? nodes.Find(new NodeIdView(_entries[condition].Namespace, NodeIdKind.String, IdBytes(condition)[..length]))
            : nodes.Find(_rare[condition].Source);

    public string SourceNameOf(int condition) =>
        Rare(condition)?.SourceName
        ?? (
            _entries[condition].SourceLength is > 0 and var length
                ? Encoding.UTF8.GetString(IdBytes(condition)[..length])
                : _rare[condition].Source.Identifier?.ToString() ?? "Server"
        );

    public string NameOf(int condition) => Encoding.UTF8.GetString(_text.AsSpan(_entries[condition].Name, _entries[condition].NameLength));

    public ConditionKind KindOf(int condition) => _entries[condition].Kind;

    public ConditionRules RulesOf(int condition) => _rules[_entries[condition].Rules];

    public ushort SeverityOf(int condition) => _entries[condition].Severity;

    public NodeId NotifierOf(int condition) => _notifiers[_entries[condition].Notifier];

    /// <summary>The variable it is computed from; null id: none.</summary>
    public NodeId InputOf(int condition) => Rare(condition)?.Input ?? SourceOf(condition);

    public NodeId NormalStateOf(int condition) => Rare(condition)?.NormalState ?? default;

    public ConditionCertificate? CertificateOf(int condition) => Rare(condition)?.Certificate;

    public ConditionText? MessageOf(int condition) => _messages[condition];

    public ConditionLimits? LimitsOf(int condition) => _limits.Length == 0 ? null : _limits[condition];

    private RareFacts? Rare(int condition) => _entries[condition].IsRare ? _rare[condition] : null;

    private void AddRare(int condition, ConditionDefinition definition, int source)
    {
        var isRare =
            source == 0
            || definition.SourceName is not null
            || definition.Input is not null
            || !definition.NormalState.IsNull
            || definition.Certificate is not null;
        if (!isRare)
            return;
        _entries[condition] = _entries[condition] with { IsRare = true };
        _rare[condition] = new RareFacts(
            definition.Source,
            definition.SourceName,
            definition.Input,
            definition.NormalState,
            definition.Certificate
        );
    }

    // The name is mostly part of the id.
    private static (int Start, ushort Length) AddName(List<byte> text, int start, byte[] id, byte[] name)
    {
        if (id.AsSpan().IndexOf(name) is >= 0 and var within)
            return (start + within, (ushort)name.Length);
        text.AddRange(name);
        return (text.Count - name.Length, (ushort)name.Length);
    }

    // The id of the condition mostly begins with that of its source: the number of its bytes; 0: it does not.
    private static int SourceWithin(ConditionDefinition definition, string id) =>
        definition.Source is { Kind: NodeIdKind.String, Identifier: string source }
        && definition.Source.Namespace == definition.Id.Namespace
        && id.StartsWith(source, StringComparison.Ordinal)
            ? Encoding.UTF8.GetByteCount(source)
            : 0;

    private static ushort Shared<T>(Dictionary<T, int> all, T one)
        where T : notnull
    {
        if (!all.TryGetValue(one, out var index))
            all.Add(one, index = all.Count);
        return checked((ushort)index);
    }

    private readonly record struct Entry(
        int Start,
        int Length,
        int SourceLength,
        int Name,
        ushort NameLength,
        ushort Namespace,
        ushort Rules,
        ushort Notifier,
        ConditionKind Kind,
        ushort Severity,
        bool IsRare = false
    );

    private sealed record RareFacts(
        NodeId Source,
        string? SourceName,
        NodeId? Input,
        NodeId NormalState,
        ConditionCertificate? Certificate
    );

    private readonly struct Names(ConditionModel model) : INodeNames
    {
        public bool IsName(int node, ReadOnlySpan<byte> utf8) => model.IdBytes(node).SequenceEqual(utf8);
    }
}
