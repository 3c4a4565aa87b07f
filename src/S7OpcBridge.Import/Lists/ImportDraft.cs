using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Import.Lists;

/// <summary>The neutral list while the sources of one plant are read into it, with the report of what they held.</summary>
/// <param name="options">What the user wishes.</param>
internal sealed class ImportDraft(ImportOptions options)
{
    private const int MostOfOneName = 1000;

    private readonly List<ImportedTag> _tags = [];
    private readonly List<ImportedPlc> _plcs = [];
    private readonly Dictionary<string, Dictionary<string, UserType>> _typesByPlc = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Dictionary<string, int>> _numbersByPlc = new(StringComparer.Ordinal);
    private readonly HashSet<(string Plc, string Type)> _ambiguous = [];
    private readonly Dictionary<string, ImportedPlc> _plcsByName = new(StringComparer.Ordinal);
    private long _characters;

    /// <summary>What the user wishes.</summary>
    public ImportOptions Options => options;

    /// <summary>The size of what all sources declare.</summary>
    public MapSize Size { get; } = new();

    /// <summary>True once there are too many tags: further ones are not taken.</summary>
    public bool IsFull { get; private set; }

    /// <summary>What was changed and left out so far.</summary>
    public ImportReport Report { get; } = new();

    /// <summary>The tags in the order in which they were read.</summary>
    public IReadOnlyList<ImportedTag> Tags => _tags;

    /// <summary>The PLCs in the order in which they were first named.</summary>
    public IReadOnlyList<ImportedPlc> Plcs => _plcs;

    /// <summary>Data blocks whose members are tags once all types and numbers are known.</summary>
    public List<ImportedBlock> Blocks { get; } = [];

    /// <summary>Tags whose members are tags once all types are known.</summary>
    public List<ImportedStructure> Structures { get; } = [];

    /// <summary>Alarms of an HMI.</summary>
    public List<ListedAlarm> Alarms { get; } = [];

    /// <summary>Texts of messages that a CPU sends by number.</summary>
    public ImportedMessages Messages { get; } = new();

    /// <summary>Structures by name: UDTs and function blocks.</summary>
    public Dictionary<string, UserType> Types { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Structures that one PLC declares for itself; for a PLC without name those of all.</summary>
    public Dictionary<string, UserType> TypesOf(string plc)
    {
        if (plc.Length == 0)
            return Types;
        if (!_typesByPlc.TryGetValue(plc, out var types))
            _typesByPlc.Add(plc, types = new Dictionary<string, UserType>(StringComparer.OrdinalIgnoreCase));
        return types;
    }

    /// <summary>Adds a structure. One that is declared twice and differently is left out, since nobody can tell which one the CPU has.</summary>
    public void AddType(string plc, UserType type)
    {
        var types = TypesOf(plc);
        var key = (plc, type.Name.ToUpperInvariant());
        if (_ambiguous.Contains(key) || types.TryAdd(type.Name, type))
            return;
        var first = types[type.Name];
        if (Declarations.AreSame(first, type))
            return;
        _ambiguous.Add(key);
        types.Remove(type.Name);
        Note(
            type.Spot,
            $"the type '{type.Name}' is declared differently at {first.Spot}, and nobody can tell which one the CPU has: neither is taken; import "
                + "the one that is in the CPU only"
        );
    }

    /// <summary>Numbers of data blocks by their symbol, of one PLC; for a PLC without name those of sources that name none.</summary>
    public Dictionary<string, int> BlockNumbersOf(string plc)
    {
        if (!_numbersByPlc.TryGetValue(plc, out var numbers))
            _numbersByPlc.Add(plc, numbers = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase));
        return numbers;
    }

    /// <summary>Numbers of constants, for array bounds.</summary>
    public Dictionary<string, int> Constants { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// The PLC of this name, added where it is not there yet. Where one of this name has another address, they are two PLCs, and the new one gets another name:
    /// its tags take the name of the result.
    /// </summary>
    /// <param name="name">Its name in the source.</param>
    /// <param name="spot">Where it stands.</param>
    /// <param name="host">Its address; null or empty: the source does not tell it, so it is the PLC that others tell.</param>
    /// <param name="port">TCP port; null: 102.</param>
    public ImportedPlc Plc(string name, SourceLocation spot, string? host = null, int? port = null)
    {
        host = string.IsNullOrWhiteSpace(host) ? null : host.Trim();
        var free = name;
        var taken = default(ImportedPlc);
        for (var n = 2; ; n++)
        {
            if (_plcsByName.GetValueOrDefault(free) is not { } known)
                break;
            var isSame =
                host is null
                || known.Host is null
                || known.Host.Equals(host, StringComparison.OrdinalIgnoreCase) && (known.Port ?? 102) == (port ?? 102);
            if (isSame)
            {
                (known.Host, known.Port) = host is null ? (known.Host, known.Port) : (host, port);
                return known;
            }
            taken ??= known;
            if (n > MostOfOneName)
                throw new ImportException(spot, $"there are more than {MostOfOneName:N0} PLCs of the name '{name}'");
            free = $"{name}_{n}";
        }
        if (taken is not null)
            Note(
                spot,
                $"the PLC '{name}' at {host} is '{free}' in the map, because {taken.Spot.File?.Path} has a PLC of this name at {taken.Host}; if they are "
                    + "one PLC, correct the address in one of the sources"
            );
        var plc = new ImportedPlc(free, spot) { Host = host, Port = port };
        _plcsByName.Add(free, plc);
        _plcs.Add(plc);
        return plc;
    }

    /// <summary>Adds a tag.</summary>
    /// <exception cref="ImportException">There are too many.</exception>
    public void Add(ImportedTag tag)
    {
        if (_tags.Count < ImportLimits.Tags && _characters < ImportLimits.Characters)
        {
            _tags.Add(tag);
            _characters += Math.Min(ImportLimits.Text, tag.Details.Description?.Length ?? 0);
            foreach (var level in tag.Path)
                _characters += level.Length;
            return;
        }
        LeaveOutRest(tag.Spot, tag.Name, 1);
    }

    /// <summary>Reports tags that are not taken because there are too many.</summary>
    public void LeaveOutRest(SourceLocation spot, string name, int count)
    {
        if (!IsFull)
            Note(
                spot,
                $"there are more than {ImportLimits.Tags:N0} tags, or their names and comments are longer than {ImportLimits.Characters / 1_000_000:N0} "
                    + "million characters together; the rest is left out, take it by an import of its own"
            );
        IsFull = true;
        LeaveOut(spot, name, "there are too many tags", count);
    }

    /// <summary>Reports a tag that is taken, and what of it is different.</summary>
    public void Change(SourceLocation spot, string name, string reason) => Report.Change(spot, name, reason);

    /// <summary>Reports a tag that is not taken, and why.</summary>
    /// <param name="spot">Where it stands.</param>
    /// <param name="name">Its name in the source.</param>
    /// <param name="reason">Why.</param>
    /// <param name="count">Tags that the line stands for, such as the elements of an array.</param>
    public void LeaveOut(SourceLocation spot, string name, string reason, int count = 1) => Report.LeaveOut(spot, name, reason, count);

    /// <summary>Reports a row that is no tag of a PLC, and why.</summary>
    public void Skip(SourceLocation spot, string name, string reason) => Report.Skip(spot, name, reason);

    /// <summary>Reports something to know about a source.</summary>
    public void Note(SourceLocation spot, string text) => Report.Note(spot, text);

    /// <summary>Puts other tags in place of all tags, once they have been worked over.</summary>
    public void Replace(IEnumerable<ImportedTag> tags)
    {
        List<ImportedTag> list = [.. tags];
        _tags.Clear();
        _tags.AddRange(list);
    }
}
