using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>
/// Reads types and data blocks from the text sources of TIA Portal and STEP 7: <c>TYPE … END_TYPE</c>, <c>DATA_BLOCK … END_DATA_BLOCK</c>; everything else
/// in the file is passed over. Declarations only: start values and code say nothing about where bytes lie.
/// </summary>
internal sealed class TiaParser
{
    private readonly TiaLexer _lexer;
    private readonly FindingList _findings;
    private TiaToken _token;
    private string? _trailing;
    private bool _optimised;

    public TiaParser(SourceFile file, string text, FindingList findings)
    {
        _lexer = new TiaLexer(file, text);
        _findings = findings;
        Step();
    }

    public List<UserType> Types { get; } = [];

    public List<UserType> Blocks { get; } = [];

    public void Read()
    {
        while (_token.Kind != TiaTokenKind.End)
        {
            if (_token.Is("TYPE"))
                ReadDeclaration(Types, "END_TYPE");
            else if (_token.Is("DATA_BLOCK"))
                ReadDeclaration(Blocks, "END_DATA_BLOCK");
            else
                Step();
        }
    }

    private void ReadDeclaration(List<UserType> into, string end)
    {
        _optimised = false;
        Step();
        var spot = _token.Spot;
        var type = new UserType(ReadName(out var number), spot) { Db = into == Blocks ? number : null };
        into.Add(type);
        while (_token.Kind != TiaTokenKind.End && !_token.Is(end) && !_token.Is("BEGIN"))
        {
            if (_token.Is("STRUCT") || _token.Is("VAR"))
            {
                Step();
                ReadMembers(type);
            }
            else if (IsHeader())
            {
                SkipHeader();
            }
            else if (into == Blocks && _token.Kind is TiaTokenKind.Quoted or TiaTokenKind.Word && type.Members.Count == 0)
            {
                type.SameAs = ReadTypeName();
            }
            else
            {
                Step();
            }
        }
        if (_optimised && into == Blocks)
            _findings.Error(spot, $"the block '{type.Name}' is optimised, so its bytes have no fixed place; in TIA Portal open its properties, Attributes, clear 'Optimized block access', compile, load it into the PLC (this resets its values) and export it again");
        while (_token.Kind != TiaTokenKind.End && !_token.Is(end))
            Step();
        Step();
    }

    private bool IsHeader() => _token.Is("VERSION") || _token.Is("TITLE") || _token.Is("AUTHOR") || _token.Is("FAMILY") || _token.Is("NAME") || _token.Is("KNOW_HOW_PROTECT")
        || _token.Is("NON_RETAIN") || _token.Is("RETAIN") || _token.Is("READ_ONLY") || _token.Is("UNLINKED");

    // A header takes its line: 'VERSION : 0.1', 'TITLE = what people write'.
    private void SkipHeader()
    {
        var line = _token.Spot.Line;
        while (_token.Kind != TiaTokenKind.End && _token.Spot.Line == line)
            Step();
    }

    private void ReadMembers(UserType type)
    {
        while (!_token.Is("END_STRUCT") && !_token.Is("END_VAR"))
        {
            if (_token.Kind == TiaTokenKind.End)
            {
                _findings.Error(_token.Spot, $"the structure '{type.Name}' has no end; is the file cut off? Export it again");
                return;
            }
            if (_token.Is("RETAIN") || _token.Is("NON_RETAIN") || _token.Is(";"))
            {
                Step();
                continue;
            }
            ReadMember(type);
        }
        Step();
        if (_token.Is(";"))
            Step();
    }

    private void ReadMember(UserType type)
    {
        var spot = _token.Spot;
        if (_token.Kind is not (TiaTokenKind.Word or TiaTokenKind.Quoted))
        {
            Refuse("the name of a member");
            return;
        }
        var name = _token.Text;
        Step();
        if (!_token.Is(":"))
        {
            Refuse($"':' and a type behind '{name}'");
            return;
        }
        Step();
        var typeSpot = _token.Spot;
        var bounds = ReadBounds();
        UserType? nested = null;
        string? typeName = null;
        if (_token.Is("STRUCT"))
        {
            Step();
            nested = new UserType(name, spot) { Used = true };
            ReadMembers(nested);
        }
        else
        {
            typeName = (bounds.Count == 0 ? "" : $"Array[{string.Join(", ", bounds.Select(b => $"{b.Lower}..{b.Upper}"))}] of ") + ReadTypeName();
        }
        SkipValue(nested is not null);
        type.Members.Add(new UserTypeMember(name, spot, typeName, typeSpot)
        {
            Nested = nested,
            Bounds = bounds,
            Details = string.IsNullOrWhiteSpace(_trailing) ? null : new TagDetails { Description = _trailing },
        });
    }

    private List<ArrayBounds> ReadBounds()
    {
        var bounds = new List<ArrayBounds>();
        if (!_token.Is("ARRAY"))
            return bounds;
        Step();
        while (!_token.Is("OF") && _token.Kind != TiaTokenKind.End && !_token.Is(";"))
        {
            if (_token.Kind == TiaTokenKind.Word || _token.Is("-"))
            {
                var lower = ReadInteger();
                if (_token.Is(".."))
                    Step();
                bounds.Add(new ArrayBounds(lower, ReadInteger()));
            }
            else
            {
                Step();
            }
        }
        Step();
        return bounds;
    }

    private int ReadInteger()
    {
        var sign = 1;
        if (_token.Is("-"))
        {
            sign = -1;
            Step();
        }
        if (!int.TryParse(_token.Text, out var number))
            _findings.Error(_token.Spot, $"'{_token.Text}' is no array bound; constants are not read, write the number");
        Step();
        return sign * number;
    }

    // Real, "MotorUdt", String[20], UDT 5.
    private string ReadTypeName()
    {
        var quoted = _token.Kind == TiaTokenKind.Quoted;
        var name = quoted ? "\"" + _token.Text + "\"" : _token.Text;
        Step();
        if (!quoted && name.Equals("UDT", StringComparison.OrdinalIgnoreCase) && int.TryParse(_token.Text, out _))
        {
            name += _token.Text;
            Step();
        }
        if (!_token.Is("["))
            return name;
        Step();
        name += $"[{_token.Text}]";
        Step();
        if (_token.Is("]"))
            Step();
        return name;
    }

    private string ReadName(out int? number)
    {
        number = null;
        var name = _token.Text;
        var quoted = _token.Kind == TiaTokenKind.Quoted;
        Step();
        if (quoted)
            return name;
        if ((name.Equals("DB", StringComparison.OrdinalIgnoreCase) || name.Equals("UDT", StringComparison.OrdinalIgnoreCase)) && int.TryParse(_token.Text, out _))
        {
            name += _token.Text;
            Step();
        }
        if (name.StartsWith("DB", StringComparison.OrdinalIgnoreCase) && int.TryParse(name.AsSpan(2), out var db))
            number = db;
        return name;
    }

    // Start values end at the semicolon; the comment behind it on the same line describes the member. A structure's END_STRUCT has taken its own.
    private void SkipValue(bool nested)
    {
        _trailing = null;
        if (nested)
            return;
        while (_token.Kind != TiaTokenKind.End && !_token.Is(";") && !_token.Is("END_STRUCT") && !_token.Is("END_VAR"))
            Step();
        if (!_token.Is(";"))
            return;
        _keepComment = _token.Spot.Line;
        Step();
        _keepComment = 0;
    }

    private int _keepComment;

    private void Step()
    {
        while (true)
        {
            _token = _lexer.Next();
            if (_token.Kind == TiaTokenKind.Comment)
            {
                if (_token.Spot.Line == _keepComment)
                    _trailing ??= _token.Text;
            }
            else if (_token.Is("{"))
            {
                ReadPragma();
            }
            else
            {
                return;
            }
        }
    }

    private void ReadPragma()
    {
        var previous = _token;
        for (var token = _lexer.Next(); token.Kind != TiaTokenKind.End && !token.Is("}"); token = _lexer.Next())
        {
            if (token.Kind == TiaTokenKind.Literal && previous.Is("S7_Optimized_Access"))
                _optimised = token.Text.Equals("TRUE", StringComparison.OrdinalIgnoreCase);
            if (!token.Is(":="))
                previous = token;
        }
    }

    private void Refuse(string expected)
    {
        _findings.Error(_token.Spot, $"'{_token.Text}' stands where {expected} should be; is this a source exported from TIA Portal or STEP 7?");
        while (_token.Kind != TiaTokenKind.End && !_token.Is(";") && !_token.Is("END_STRUCT") && !_token.Is("END_VAR"))
            Step();
    }
}
