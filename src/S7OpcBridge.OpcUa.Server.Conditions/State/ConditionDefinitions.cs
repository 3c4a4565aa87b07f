using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Text;

namespace S7OpcBridge.OpcUa.Server.Conditions.State;

/// <summary>
/// The definitions as they were at one moment. A later one shares the arrays and what stands in them, as long as there is room behind it, so that adding a few
/// costs little.
/// </summary>
internal sealed class ConditionDefinitions
{
    private byte[] _text = [];
    private int _textLength;
    private Entry[] _entries = [];
    private ConditionText?[] _messages = [];
    private ConditionLimits?[] _limits = [];
    private SharedList<ConditionRules> _rules = new();
    private SharedList<NodeId> _notifiers = new();
    private SharedList<string> _sourceNames = new();
    private SharedList<string> _locales = new();
    private ConcurrentDictionary<int, RareFacts> _rare = new(concurrencyLevel: 1, capacity: 1);

    public int Count { get; private init; }

    public ref readonly Entry this[int condition] => ref _entries[condition];

    public IReadOnlyList<string> Locales => _locales.All;

    public ReadOnlySpan<byte> IdBytes(int condition) => _text.AsSpan(_entries[condition].Start, _entries[condition].Length);

    public ReadOnlySpan<byte> NameBytes(int condition) => _text.AsSpan(_entries[condition].Name, _entries[condition].NameLength);

    public ConditionRules RulesOf(int condition) => _rules[_entries[condition].Rules];

    public NodeId NotifierOf(int condition) => _notifiers[_entries[condition].Notifier];

    public string? SourceNameOf(int condition) => _entries[condition].SourceName is >= 0 and var name ? _sourceNames[name] : null;

    public ConditionText? MessageOf(int condition) => _messages[condition];

    public ConditionLimits? LimitsOf(int condition) => _limits.Length == 0 ? null : _limits[condition];

    public RareFacts? RareOf(int condition) => _entries[condition].IsRare ? _rare[condition] : null;

    /// <summary>The definitions with others behind them, whose ids are strings. To be called of the latest only.</summary>
    public ConditionDefinitions With(IReadOnlyList<ConditionDefinition> added)
    {
        var count = Count + added.Count;
        var next = Copy(count);
        Reserve(ref next._entries, Count, count);
        Reserve(ref next._messages, Count, count);
        if (next._limits.Length > 0 || added.Any(static definition => definition.Limits is not null))
            Reserve(ref next._limits, next._limits.Length == 0 ? 0 : Count, count);
        var text = new List<byte>(added.Count * 48);
        for (var i = 0; i < added.Count; i++)
            next.Define(Count + i, added[i], text);
        Reserve(ref next._text, _textLength, _textLength + text.Count);
        text.CopyTo(next._text, _textLength);
        next._textLength = _textLength + text.Count;
        return next;
    }

    /// <summary>The definitions with other rules of one condition. To be called of the latest only.</summary>
    public ConditionDefinitions With(int condition, ConditionRules rules)
    {
        var next = Copy(Count);
        var entry = next._entries[condition] with { Rules = checked((ushort)next._rules.IndexOf(rules)) };
        // Readers of before see either rules, and nothing else of it differs.
        next._entries[condition] = entry;
        return next;
    }

    private ConditionDefinitions Copy(int count) =>
        new()
        {
            Count = count,
            _text = _text,
            _textLength = _textLength,
            _entries = _entries,
            _messages = _messages,
            _limits = _limits,
            _rules = _rules,
            _notifiers = _notifiers,
            _sourceNames = _sourceNames,
            _locales = _locales,
            _rare = _rare,
        };

    private void Define(int condition, ConditionDefinition definition, List<byte> text)
    {
        var id = (string)definition.Id.Identifier!;
        var (start, utf8) = (_textLength + text.Count, Encoding.UTF8.GetBytes(id));
        text.AddRange(utf8);
        var (name, nameLength) = AddName(text, start, utf8, Encoding.UTF8.GetBytes(definition.Name));
        var source = SourceWithin(definition, id);
        var isRare =
            source == 0
            || (definition.Input is not null && definition.Kind != ConditionKind.Alarm)
            || !definition.NormalState.IsNull
            || definition.Certificate is not null;
        _entries[condition] = new Entry(
            start,
            utf8.Length,
            source,
            name,
            nameLength,
            definition.Id.Namespace,
            checked((ushort)_rules.IndexOf(definition.Rules)),
            checked((ushort)_notifiers.IndexOf(definition.Notifier)),
            definition.Kind,
            definition.Severity,
            definition.SourceName is { } given ? _sourceNames.IndexOf(given) : -1,
            isRare
        );
        _messages[condition] = definition.Message;
        if (_limits.Length > 0)
            _limits[condition] = definition.Limits;
        if (isRare)
            _rare[condition] = new RareFacts(definition.Source, definition.Input, definition.NormalState, definition.Certificate);
        AddLocales(definition.Message);
    }

    private void AddLocales(ConditionText? message)
    {
        for (var i = 0; i < (message?.Texts.Count ?? 0); i++)
        {
            if (message!.Texts[i].Locale is { Length: > 0 } locale)
                _locales.IndexOf(locale);
        }
    }

    // The name is mostly part of the id.
    private (int Start, ushort Length) AddName(List<byte> text, int start, byte[] id, byte[] name)
    {
        if (id.AsSpan().IndexOf(name) is >= 0 and var within)
            return (start + within, (ushort)name.Length);
        text.AddRange(name);
        return (_textLength + text.Count - name.Length, (ushort)name.Length);
    }

    // The id of the condition mostly begins with that of its source: the number of its bytes; 0: it does not.
    private static int SourceWithin(ConditionDefinition definition, string id) =>
        definition.Source is { Kind: NodeIdKind.String, Identifier: string source }
        && definition.Source.Namespace == definition.Id.Namespace
        && id.StartsWith(source, StringComparison.Ordinal)
            ? Encoding.UTF8.GetByteCount(source)
            : 0;

    // The first ones get exactly their place: a map without added conditions needs no room.
    private static void Reserve<T>(ref T[] array, int used, int wanted)
    {
        if (array.Length >= wanted)
            return;
        var larger = new T[used == 0 ? wanted : Math.Max(wanted, 2 * used)];
        array.AsSpan(0, used).CopyTo(larger);
        array = larger;
    }

    /// <summary>The common facts of a condition.</summary>
    /// <param name="Start">Where its id begins in the text.</param>
    /// <param name="SourceLength">Bytes at the beginning of the id that are the id of its source; 0: its source is a rare fact.</param>
    /// <param name="SourceName">Index of its source's name; -1: it follows from the source.</param>
    public readonly record struct Entry(
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
        int SourceName,
        bool IsRare
    );

    public sealed record RareFacts(NodeId Source, NodeId? Input, NodeId NormalState, ConditionCertificate? Certificate);

    /// <summary>Values that many conditions have in common, each once. One writer; readers see each value that they have an index of.</summary>
    private sealed class SharedList<T>
        where T : notnull
    {
        private readonly Dictionary<T, int> _places = [];
        private volatile T[] _all = [];

        public T this[int index] => _all[index];

        public IReadOnlyList<T> All => Array.FindAll(_all, static value => value is not null);

        public int IndexOf(T value)
        {
            ref var place = ref CollectionsMarshal.GetValueRefOrAddDefault(_places, value, out var isKnown);
            if (isKnown)
                return place;
            place = _places.Count - 1;
            var all = _all;
            Reserve(ref all, place, place + 1);
            all[place] = value;
            _all = all;
            return place;
        }
    }
}
