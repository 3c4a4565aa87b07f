using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.Tia;

/// <summary>
/// Reads types and data blocks from text sources of TIA Portal and STEP 7: <c>TYPE … END_TYPE</c> and <c>DATA_BLOCK … END_DATA_BLOCK</c>; the rest of the file
/// is skipped. Only declarations are used; start values and code do not affect offsets.
/// </summary>
internal sealed class TiaParser
{
    private readonly TiaCursor _at;
    private readonly TiaMembers _members;

    /// <param name="file">The file, for the locations of findings.</param>
    /// <param name="text">The source.</param>
    /// <param name="findings">Receives the findings.</param>
    /// <param name="texts">Comments by text id, from the file beside a SIMATIC SD source; null: none.</param>
    public TiaParser(SourceFile file, string text, FindingList findings, IReadOnlyDictionary<string, string>? texts = null)
    {
        _at = new TiaCursor(file, text);
        _members = new TiaMembers(_at, findings, texts);
    }

    public List<UserType> Types { get; } = [];

    public List<UserType> Blocks { get; } = [];

    public void Read()
    {
        while (!_at.AtEnd)
        {
            if (_at.Is("TYPE"))
                ReadDeclaration(Types, "END_TYPE");
            else if (_at.Is("DATA_BLOCK"))
                ReadDeclaration(Blocks, "END_DATA_BLOCK");
            else if (_at.Is("FUNCTION_BLOCK"))
                ReadFunctionBlock();
            else if (_at.Is("FUNCTION"))
                SkipBlock("END_FUNCTION");
            else if (_at.Is("ORGANIZATION_BLOCK"))
                SkipBlock("END_ORGANIZATION_BLOCK");
            else
                _at.Step();
        }
    }

    private void ReadDeclaration(List<UserType> into, string end)
    {
        if (!_members.TryCount())
            return;
        _at.Step();
        var spot = _at.Token.Spot;
        var type = new UserType(TiaNames.ReadName(_at, out var named), spot)
        {
            Db = into == Blocks ? _at.BlockNumber ?? named : null,
            IsFromSource = true,
        };
        into.Add(type);
        while (!_at.AtEnd && !_at.Is(end) && !_at.Is("BEGIN"))
        {
            if (_at.Is("STRUCT"))
            {
                _at.Step();
                _members.Read(type);
            }
            else if (TryReadSection(type))
            {
                // STEP 7 stores an instance with the sections of its function block.
            }
            else if (IsHeader())
            {
                _at.SkipLine();
            }
            else if (into == Blocks && _at.Token.Kind is TiaTokenKind.Quoted or TiaTokenKind.Word && type.Members.Count == 0)
            {
                type.SameAs = TiaNames.ReadBounds(_at) is { Length: > 0 } bounds
                    ? $"Array{bounds} of {TiaNames.ReadTypeName(_at)}"
                    : TiaNames.ReadTypeName(_at);
            }
            else
            {
                _at.Step();
            }
        }
        type.IsOptimised = _at.IsOptimised && into == Blocks;
        if (_at.Is("BEGIN") && into == Blocks)
            ReadStartValues(type, end);
        SkipBlock(end);
    }

    // In SIMATIC SD number and access precede their block, so what was read before is cleared here.
    private void SkipBlock(string end)
    {
        while (!_at.AtEnd && !_at.Is(end))
            _at.Step();
        _at.ForgetBlock();
        _at.Step();
    }

    // State.Speed := 1.5; Temps[3] := 5;
    private void ReadStartValues(UserType block, string end)
    {
        _at.Step();
        while (!_at.AtEnd && !_at.Is(end))
        {
            var path = new System.Text.StringBuilder();
            for (; !_at.AtEnd && !_at.Is(":=") && !_at.Is(";") && !_at.Is(end); _at.Step())
                path.Append(_at.Token.Kind == TiaTokenKind.Quoted ? $"\"{_at.Token.Text}\"" : _at.Token.Text);
            if (!_members.TryCount())
                return;
            if (TiaNames.ReadValue(_at) is { } value)
                block.Starts.Add((path.ToString(), value));
            if (_at.Is(";"))
                _at.Step();
        }
    }

    // An instance has the parameters and static variables of its function block, section by section; not the temporary ones.
    private void ReadFunctionBlock()
    {
        if (!_members.TryCount())
            return;
        _at.Step();
        var spot = _at.Token.Spot;
        var type = new UserType(TiaNames.ReadName(_at, out _), spot)
        {
            IsFromSource = true,
            IsFunctionBlock = true,
            Used = true,
        };
        Types.Add(type);
        while (!_at.AtEnd && !_at.Is("END_FUNCTION_BLOCK") && !_at.Is("BEGIN"))
        {
            if (!TryReadSection(type))
                _at.Step();
        }
        SkipBlock("END_FUNCTION_BLOCK");
    }

    private bool TryReadSection(UserType type)
    {
        if (_at.Is("VAR_TEMP"))
            SkipSection();
        else if (_at.Is("VAR") || _at.Is("VAR_INPUT") || _at.Is("VAR_OUTPUT") || _at.Is("VAR_IN_OUT") || _at.Is("VAR_STATIC"))
            ReadSection(type, isInOut: _at.Is("VAR_IN_OUT"));
        else
            return false;
        return true;
    }

    private void ReadSection(UserType type, bool isInOut)
    {
        _at.Step();
        if (_at.Is("CONSTANT"))
        {
            SkipSection();
            return;
        }
        var first = type.Members.Count;
        _members.Read(type);
        for (var i = first; i < type.Members.Count; i++)
            type.Members[i] = type.Members[i] with { StartsSection = i == first, IsInOut = isInOut };
    }

    private void SkipSection()
    {
        while (!_at.AtEnd && !_at.Is("END_VAR") && !TiaMembers.AtEndOfBlock(_at))
            _at.Step();
        if (_at.Is("END_VAR"))
            _at.Step();
    }

    private bool IsHeader() =>
        _at.Is("VERSION")
        || _at.Is("TITLE")
        || _at.Is("AUTHOR")
        || _at.Is("FAMILY")
        || _at.Is("NAME")
        || _at.Is("KNOW_HOW_PROTECT")
        || _at.Is("NON_RETAIN")
        || _at.Is("RETAIN")
        || _at.Is("READ_ONLY")
        || _at.Is("UNLINKED");
}
