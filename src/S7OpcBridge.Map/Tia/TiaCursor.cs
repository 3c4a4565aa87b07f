namespace S7OpcBridge.Map.Tia;

/// <summary>Steps through the tokens of a source. Comments and pragmas are skipped; the cursor keeps those with a meaning.</summary>
internal sealed class TiaCursor
{
    private readonly TiaLexer _lexer;
    private int _keepComment;

    public TiaCursor(SourceFile file, string text)
    {
        _lexer = new TiaLexer(file, text);
        Step();
    }

    /// <summary>The token at the cursor.</summary>
    public TiaToken Token { get; private set; }

    /// <summary>The comment that <see cref="StepKeepingComment"/> passed; null: none.</summary>
    public string? Comment { get; private set; }

    /// <summary>True once a pragma has declared optimised access.</summary>
    public bool IsOptimised { get; set; }

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

    private void ReadPragma()
    {
        var previous = Token;
        for (var token = _lexer.Next(); token.Kind != TiaTokenKind.End && !token.Is("}"); token = _lexer.Next())
        {
            if (token.Kind == TiaTokenKind.Literal && previous.Is("S7_Optimized_Access"))
                IsOptimised = token.Text.Equals("TRUE", StringComparison.OrdinalIgnoreCase);
            if (!token.Is(":="))
                previous = token;
        }
    }
}
