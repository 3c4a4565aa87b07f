using System.Globalization;
using System.Text;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>One step of a path: a key, the name of an item, or its position.</summary>
/// <param name="Name">The key or the name.</param>
/// <param name="IsItem">True for what stands in brackets.</param>
/// <param name="Position">Position of an item, from 0; null: it is found by its name.</param>
internal readonly record struct EditStep(string Name, bool IsItem, int? Position);

/// <summary>
/// Paths into a map: <c>plcs[Line1]/tags[Motor/Speed]/unit</c>, <c>server/users[#0]</c>. Names with brackets, quotes or slashes outside of brackets are put in
/// double quotes: <c>templates/"A/B"/tags</c>.
/// </summary>
internal static class EditPath
{
    private const int MostSteps = 64;

    /// <summary>The steps of a path; the empty path is the whole file.</summary>
    /// <exception cref="EditRefusedException">It is not a path.</exception>
    public static IReadOnlyList<EditStep> Parse(string path)
    {
        var steps = new List<EditStep>();
        var at = 0;
        while (at < path.Length)
        {
            if (steps.Count == MostSteps)
                throw Refused(path);
            if (path[at] == '[')
            {
                at++;
                var isPosition = at < path.Length && path[at] == '#';
                var name = Read(path, ref at, "]");
                if (at >= path.Length || path[at++] != ']')
                    throw Refused(path);
                steps.Add(
                    !isPosition ? new EditStep(name, IsItem: true, null)
                    : int.TryParse(name.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var position)
                        ? new EditStep(name, IsItem: true, position)
                    : throw Refused(path)
                );
            }
            else
            {
                var key = Read(path, ref at, "/[");
                if (key.Length == 0)
                    throw Refused(path);
                steps.Add(new EditStep(key, IsItem: false, null));
            }
            if (at < path.Length && path[at] == '/' && ++at == path.Length)
                throw Refused(path);
        }
        return steps;
    }

    /// <summary>The path of these steps.</summary>
    public static string Format(IEnumerable<EditStep> steps)
    {
        var path = new StringBuilder();
        foreach (var step in steps)
        {
            if (step.IsItem)
                path.Append('[').Append(step.Position is { } at ? $"#{at}" : Quoted(step.Name, "]\"#")).Append(']');
            else
                path.Append(path.Length == 0 ? "" : "/").Append(Quoted(step.Name, "/[\""));
        }
        return path.ToString();
    }

    private static string Quoted(string name, string signs) =>
        name.Length > 0 && name.AsSpan().IndexOfAny(signs) < 0 ? name : $"\"{name.Replace("\\", "\\\\").Replace("\"", "\\\"")}\"";

    private static string Read(string path, ref int at, string ends)
    {
        if (at >= path.Length || path[at] != '"')
        {
            var length = path.AsSpan(at).IndexOfAny(ends);
            var end = length < 0 ? path.Length : at + length;
            var plain = path[at..end];
            at = end;
            return plain;
        }
        var name = new StringBuilder();
        for (at++; at < path.Length && path[at] != '"'; at++)
        {
            if (path[at] == '\\' && at + 1 < path.Length)
                at++;
            name.Append(path[at]);
        }
        if (at++ >= path.Length)
            throw Refused(path);
        return name.ToString();
    }

    private static EditRefusedException Refused(string path) =>
        new(0, $"'{Findings.Excerpt.From(path)}' is not a path; write one such as plcs[Line1]/tags[Motor/Speed]/unit, or users[#0]");
}
