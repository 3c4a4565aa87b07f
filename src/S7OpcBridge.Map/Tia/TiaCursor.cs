namespace S7OpcBridge.Map.Tia;

/// <summary>Steps through the tokens of a source. Comments and pragmas are skipped; their relevant content is stored.</summary>
internal sealed class TiaCursor
{
    private readonly TiaLexer _lexer;
    private int _keepComment;
    private bool _isReadOnly;
    private bool _isHidden;
    private string? _textId;

    public TiaCursor(SourceFile file, string text)
    {
        _lexer = new TiaLexer(file, text);
        Step();
    }

    /// <summary>The token at the cursor.</summary>
    public TiaToken Token { get; private set; }

    /// <summary>The comment that <see cref="StepKeepingComment"/> found; null: none.</summary>
    public string? Comment { get; private set; }

    /// <summary>True once a pragma has declared the block as optimised.</summary>
    public bool IsOptimised { get; private set; }

    /// <summary>The number of the block from a pragma; null: none.</summary>
    public int? BlockNumber { get; private set; }

    public bool AtEnd => Token.Kind == TiaTokenKind.End;

    public bool Is(string text) => Token.Is(text);

    /// <summary>Steps to the next token.</summary>
    public void Step()
    {
        while (true)
        {
            Token = _lexer.Next();
            if (Token.Kind == TiaTokenKind.Comment)
            {
                if (Token.Spot.Line == _keepComment)
                    Comment ??= Token.Text;
            }
            else if (Token.Is("{"))
            {
                ReadPragma();
            }
            else
            {
                return;
            }
        }
    }

    /// <summary>Steps to the next token and keeps a comment on the line of the current one.</summary>
    public void StepKeepingComment()
    {
        Comment = null;
        _keepComment = Token.Spot.Line;
        Step();
        _keepComment = 0;
    }

    /// <summary>Steps to the end of the line, for example after 'VERSION : 0.1' or 'TITLE = text'.</summary>
    public void SkipLine()
    {
        var line = Token.Spot.Line;
        while (!AtEnd && Token.Spot.Line == line)
            Step();
    }

    /// <summary>Steps to the next semicolon or the end of the structure.</summary>
    public void SkipToSemicolon()
    {
        while (!AtEnd && !Is(";") && !Is("END_STRUCT") && !Is("END_VAR"))
            Step();
    }

    /// <summary>Clears what pragmas have declared. Called at the end of a block.</summary>
    public void ForgetBlock() => (IsOptimised, BlockNumber, _isReadOnly, _isHidden, _textId) = (false, null, false, false, null);

    /// <summary>The text id in a pragma since the last call; null: none. The texts are in a file beside a SIMATIC SD source.</summary>
    public string? TakeTextId()
    {
        var id = _textId;
        _textId = null;
        return id;
    }

    /// <summary>True where a pragma since the last call hides the member from HMI.</summary>
    public bool TakeHidden()
    {
        var isHidden = _isHidden;
        _isHidden = false;
        return isHidden;
    }

    /// <summary>True where a pragma since the last call forbids writes to the member from outside.</summary>
    public bool TakeReadOnly()
    {
        var isReadOnly = _isReadOnly;
        _isReadOnly = false;
        return isReadOnly;
    }

    private void ReadPragma()
    {
        var previous = Token;
        for (var token = _lexer.Next(); token.Kind != TiaTokenKind.End && !token.Is("}"); token = _lexer.Next())
        {
            if (token.Kind is TiaTokenKind.Literal or TiaTokenKind.Quoted)
                TakeAttribute(previous.Text, token.Text);
            if (!token.Is(":="))
                previous = token;
        }
    }

    private void TakeAttribute(string name, string value)
    {
        switch (name)
        {
            case "S7_Optimized_Access" or "S7_Optimized":
                IsOptimised = value.Equals("TRUE", StringComparison.OrdinalIgnoreCase);
                break;
            case "S7_BlockNumber":
                BlockNumber = int.TryParse(value, out var number) ? number : null;
                break;
            case "ExternalWritable":
                _isReadOnly = value.Equals("FALSE", StringComparison.OrdinalIgnoreCase);
                break;
            case "ExternalAccessible":
                _isHidden = value.Equals("FALSE", StringComparison.OrdinalIgnoreCase);
                break;
            case "S7_MLC":
                _textId = value;
                break;
            case "S7_Access":
                _isReadOnly = value.StartsWith("ReadOnly", StringComparison.OrdinalIgnoreCase);
                break;
        }
    }
}
