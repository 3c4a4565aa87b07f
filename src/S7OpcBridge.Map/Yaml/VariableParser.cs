using System.Text;
using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// Fills environment variables into the values of a YAML file: <c>${NAME}</c>, <c>${NAME:-default}</c>; <c>$${</c> stands for the text itself. Keys stay as
/// they are. What a variable holds is text: it cannot bring new keys or lists.
/// </summary>
internal sealed class VariableParser : IParser
{
    private const string Open = "${";

    private readonly IParser _source;
    private readonly SourceFile _file;
    private readonly FindingList _findings;

    /// <param name="source">At the first event of the document.</param>
    /// <param name="file">The file, for findings.</param>
    /// <param name="findings">Receives them; has the variables.</param>
    public VariableParser(IParser source, SourceFile file, FindingList findings)
    {
        (_source, _file, _findings) = (source, file, findings);
        Current = Taken();
    }

    public ParsingEvent? Current { get; private set; }

    public bool MoveNext()
    {
        var moved = _source.MoveNext();
        Current = Taken();
        return moved;
    }

    private ParsingEvent? Taken() => _source.Current is Scalar scalar ? Filled(scalar) : _source.Current;

    private Scalar Filled(Scalar scalar) =>
        scalar.IsKey || !scalar.Value.Contains(Open, StringComparison.Ordinal) || Fill(scalar) is not { } text
            ? scalar
            : new Scalar(
                scalar.Anchor,
                scalar.Tag,
                text,
                scalar.Style,
                scalar.IsPlainImplicit,
                scalar.IsQuotedImplicit,
                scalar.Start,
                scalar.End
            );

    private string? Fill(Scalar scalar)
    {
        var (text, filled, at) = (scalar.Value, new StringBuilder(), 0);
        while (text.IndexOf(Open, at, StringComparison.Ordinal) is >= 0 and var open)
        {
            if (open > at && text[open - 1] == '$')
            {
                filled.Append(text, at, open - at - 1).Append(Open);
                at = open + Open.Length;
                continue;
            }
            filled.Append(text, at, open - at);
            var close = text.IndexOf('}', open);
            if (close < 0)
                return Refuse(
                    scalar,
                    "a '${' has no '}' after it; write ${NAME} or ${NAME:-default}, or $${ where the text itself is meant"
                );
            if (ValueOf(text[(open + Open.Length)..close], scalar) is not { } value)
                return null;
            filled.Append(value);
            at = close + 1;
        }
        filled.Append(text, at, text.Length - at);
        return _findings.Variables.TryCount(filled.Length)
            ? filled.ToString()
            : Refuse(scalar, $"the variables of this map have more than {MapSize.MaxBytes >> 20} MB together; put large texts into files");
    }

    private string? ValueOf(string reference, Scalar scalar)
    {
        var end = reference.IndexOf(":-", StringComparison.Ordinal);
        var name = end < 0 ? reference : reference[..end];
        if (name.Length == 0 || char.IsAsciiDigit(name[0]) || !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_'))
            return Refuse(
                scalar,
                $"'{Excerpt.From(name)}' in ${{…}} is no name of an environment variable; use letters, digits and underscores, or $${{ "
                    + $"where the text itself is meant"
            );
        return _findings.Variables.ValueOf(name)
            ?? (
                end >= 0
                    ? reference[(end + 2)..]
                    : Refuse(
                        scalar,
                        $"the environment variable {name} is not set; set it before the program starts, or "
                            + $"write a default: ${{{name}:-…}}"
                    )
            );
    }

    // One finding per mistake: what stands here has no value, so nothing else is said about the line.
    private string? Refuse(Scalar scalar, string message)
    {
        _findings.SyntaxError(new SourceLocation(_file, (int)scalar.Start.Line, (int)scalar.Start.Column), message);
        return null;
    }
}
