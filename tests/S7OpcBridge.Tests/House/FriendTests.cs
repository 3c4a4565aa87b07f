using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Tests.House;

/// <summary>ARCHITECTURE lists which room sees internals of which, and why. Tests, benchmarks and the simulation see what they test.</summary>
public sealed partial class FriendTests
{
    [Test]
    public void Internals_are_open_to_the_rooms_that_ARCHITECTURE_lists_and_to_no_other()
    {
        var open =
            from project in Directory.EnumerateFiles(PathOf("src"), "*.csproj", SearchOption.AllDirectories)
            from Match friend in Friend().Matches(File.ReadAllText(project))
            where
                !friend.Groups[1].Value.EndsWith("Tests", StringComparison.Ordinal)
                && friend.Groups[1].Value is not ("Testing" or "Benchmarks" or "Simulation")
            select $"{Path.GetFileNameWithoutExtension(project)["S7OpcBridge.".Length..]} to {friend.Groups[1].Value}";
        var listed =
            from Match row in Row().Matches(File.ReadAllText(PathOf("ARCHITECTURE.md")))
            from Match friend in Name().Matches(row.Groups[2].Value)
            select $"{row.Groups[1].Value} to {friend.Groups[1].Value}";

        Assert.That(open.Order(), Is.EqualTo(listed.Order()).And.Not.Empty);
    }

    private static string PathOf(string relative, [CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../../..", relative));

    [GeneratedRegex("<InternalsVisibleTo Include=\"S7OpcBridge\\.([\\w.]+)\" />")]
    private static partial Regex Friend();

    // | `room` | `others` | a reason |
    [GeneratedRegex(@"^\| `([\w.]+)` \| ((?:`[\w.]+`(?:, )?)+) \| \w.* \|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex("`([\\w.]+)`")]
    private static partial Regex Name();
}
