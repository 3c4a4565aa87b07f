using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Opens a YAML file and reports its syntax errors as findings.</summary>
internal static class YamlFile
{
    /// <summary>Reads one document; <paramref name="read"/> gets a reader at its root node.</summary>
    /// <param name="findings">Receives the findings.</param>
    /// <param name="read">Reads the document.</param>
    /// <param name="isWritten">True for a file that this program also writes: it has no environment variables.</param>
    public static void Read(SourceFile file, string text, FindingList findings, Action<YamlReader> read, bool isWritten = false)
    {
        var parser = new RecoveringParser(text, file, findings);
        try
        {
            parser.MoveNext();
            parser.MoveNext();
            if (parser.Current is StreamEnd || (parser.MoveNext() && parser.Current is Scalar { Value.Length: 0 }))
            {
                findings.Error(new SourceLocation(file, 1, 1), "the file is empty; see config/bridge.yaml for a map to start from");
                return;
            }
            read(new YamlReader(isWritten ? parser : new VariableParser(parser, file, findings), file, findings) { IsFile = true });
            parser.MoveNext();
            if (parser.Current is DocumentStart second)
                findings.Error(
                    new SourceLocation(file, (int)second.Start.Line, (int)second.Start.Column),
                    "a second document ('---') is not read; put " + "everything into one"
                );
        }
        catch (YamlException error)
        {
            Report(file, text, (int)error.Start.Line, (int)error.Start.Column, error, findings);
        }
        catch (InvalidOperationException)
        {
            // The parser throws this for some unclosed brackets; its last position is the best location to report.
            var (line, column) = parser.Current is { } last ? ((int)last.End.Line, (int)last.End.Column) : (1, 1);
            Report(file, text, line, column, error: null, findings);
        }
    }

    private static void Report(SourceFile file, string text, int line, int column, YamlException? error, FindingList findings)
    {
        findings.IsCutShort = true;
        if (error is NestingTooDeepException or TooLongException)
            findings.Error(new SourceLocation(file, line, column), error.Message);
        else if (TabIndentation.Find(text, error, line) is { } tab)
            findings.Error(new SourceLocation(file, tab.Line, tab.Column), "YAML does not allow tabs for indentation; use spaces");
        else if (LineMistake.Find(text, line, error) is { } mistake)
            findings.Error(new SourceLocation(file, mistake.Line, mistake.Column), mistake.Message);
        else if (OpenBracket.Find(text) is { } open)
            findings.Error(new SourceLocation(file, open.Line, open.Column), open.Message);
        else
            findings.Error(new SourceLocation(file, line, column), YamlSyntaxHints.Explain(LineOf(text, line), column, error));
    }

    private static string LineOf(string text, int line)
    {
        var lines = text.AsSpan().EnumerateLines();
        var current = "";
        for (var i = 0; i < line && lines.MoveNext(); i++)
            current = lines.Current.ToString();
        return current;
    }
}
