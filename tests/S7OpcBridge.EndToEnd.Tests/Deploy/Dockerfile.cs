using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A Dockerfile as far as tests look at it: its instructions in order, with continued lines joined.</summary>
internal sealed partial record Dockerfile(IReadOnlyList<(string Word, string Text)> Instructions)
{
    public static Dockerfile Parse(string text) =>
        new([
            .. Continued()
                .Replace(text, " ")
                .Split('\n')
                .Where(line => line.Length > 0 && !line.StartsWith('#'))
                .Select(line => (line.Split(' ')[0], line[(line.IndexOf(' ') + 1)..].Trim())),
        ]);

    /// <summary>What comes after the last FROM: the image itself.</summary>
    public IEnumerable<(string Word, string Text)> LastStage =>
        Instructions.Skip(Instructions.ToList().FindLastIndex(each => each.Word == "FROM"));

    public IEnumerable<string> Of(string word) => Instructions.Where(each => each.Word == word).Select(each => each.Text);

    public string One(string word) => LastStage.Single(each => each.Word == word).Text;

    /// <summary>The words of an instruction in JSON form, as none but that needs no shell.</summary>
    public static string[] Exec(string instruction) => JsonSerializer.Deserialize<string[]>(instruction[instruction.IndexOf('[')..])!;

    public IReadOnlyDictionary<string, string> Environment =>
        LastStage
            .Where(each => each.Word == "ENV")
            .SelectMany(each => each.Text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Select(pair => pair.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1]);

    [GeneratedRegex(@"\\\n\s*")]
    private static partial Regex Continued();
}
