using System.CommandLine;
using S7OpcBridge.Commands;

namespace S7OpcBridge.Tests;

/// <summary>What <c>--help</c> says.</summary>
[CancelAfter(60_000)]
public sealed class HelpTests
{
    private static readonly string[] Paths = [.. All(CommandLine.Build()).Select(CommandExamples.PathOf)];

    [TestCaseSource(nameof(Paths))]
    public async Task Every_command_has_an_example_that_it_would_take(string path)
    {
        var shell = await Shell.RunAsync([.. path.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]);
        Assert.That(shell.ExitCode, Is.Zero);
        var lines = shell.Output.ReplaceLineEndings("\n").TrimEnd().Split('\n');
        Assert.That(lines[^2], Is.EqualTo("Example:"));
        Assert.That(lines[^1], Is.EqualTo($"  s7opcbridge {CommandExamples.All[path]}"));
        var words = CommandExamples.All[path].Split('>')[0];
        Assert.That(words, Does.StartWith(path));
        Assert.That(CommandLine.Build().Parse(words).Errors, Is.Empty);
    }

    [Test]
    public void No_example_is_of_a_command_that_is_not_there() => Assert.That(CommandExamples.All.Keys, Is.EquivalentTo(Paths));

    [Test]
    public void The_man_page_of_the_package_names_every_command()
    {
        var page = File.ReadAllText(Repository.PathOf("deploy/debian/s7opcbridge.1"));
        foreach (var command in CommandLine.Build().Subcommands)
            Assert.That(page, Does.Contain($"\n.B {command.Name}\n"), command.Name);
    }

    private static IEnumerable<Command> All(Command command) => command.Subcommands.SelectMany(All).Prepend(command);
}
