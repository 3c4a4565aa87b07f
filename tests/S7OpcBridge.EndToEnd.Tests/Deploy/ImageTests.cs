using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What the Dockerfile says of the program holds; deploy/image/prove builds and runs it.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class ImageTests
{
    private static readonly Dockerfile File = Shipped.Dockerfile;

    [Test]
    public async Task Its_commands_are_commands_of_the_program_and_need_no_shell(CancellationToken cancellationToken)
    {
        Assert.That(Dockerfile.Exec(File.One("ENTRYPOINT")), Is.EqualTo(new[] { "dotnet", "/app/s7opcbridge.dll" }));
        Assert.That(
            await Shipped.UsageAsync(Dockerfile.Exec(File.One("CMD")).Single(), cancellationToken),
            Does.Contain("Default config/bridge.yaml")
        );
        var check = Dockerfile.Exec(File.One("HEALTHCHECK"));
        Assert.That(check[..2], Is.EqualTo(new[] { "dotnet", "/app/s7opcbridge.dll" }));
        await Shipped.UsageAsync(check[2], cancellationToken);
        Assert.That(File.One("WORKDIR"), Is.EqualTo("/"), "so that the default map, config/bridge.yaml, is the mounted one");
    }

    [Test]
    public void It_runs_as_nobody_in_particular_and_writes_in_two_places_only()
    {
        Assert.That(File.One("USER"), Is.EqualTo("1654:1654"));
        Assert.That(File.One("STOPSIGNAL"), Is.EqualTo("SIGTERM"));
        Assert.That(Dockerfile.Exec(File.One("VOLUME")), Is.EquivalentTo(new[] { "/certs", "/state", Shipped.Scratch }));
        foreach (var volume in Dockerfile.Exec(File.One("VOLUME")))
            Assert.That(
                File.LastStage,
                Has.One.Matches<(string Word, string Text)>(each =>
                    each.Word == "COPY" && each.Text.Contains("--chown=1654:1654") && each.Text.EndsWith($" {volume}/")
                ),
                $"{volume} belongs to the user"
            );
        Assert.That(
            File.One("EXPOSE").Split(' ').Select(int.Parse),
            Is.EquivalentTo(new[] { Shipped.OpcUaPort, Shipped.HealthPort, Shipped.FirstStartPort })
        );
    }

    [Test]
    public void Its_bases_are_named_exactly()
    {
        Assert.That(File.Of("FROM"), Has.Exactly(2).Items);
        Assert.That(
            File.Of("ARG"),
            Has.One.Match(@"^SDK_TAG=10\.0\.\d{3}-noble$").And.One.Match(@"^RUNTIME_TAG=10\.0\.\d+-noble-chiseled-extra$")
        );
    }

    [Test]
    public void What_it_copies_is_there_and_let_in_by_dockerignore()
    {
        var rules = Shipped.Read(".dockerignore").Split('\n');
        Assert.That(rules, Has.Member("*"), "nothing but what is named");
        var sources = File.Of("COPY")
            .Where(rest => !rest.Contains("--from="))
            .SelectMany(rest => rest.Split(' ').Where(word => !word.StartsWith("--")).SkipLast(1));
        foreach (var source in sources)
        {
            Assert.That(Directory.EnumerateFileSystemEntries(Repository.Root, source.TrimEnd('/')), Is.Not.Empty, source);
            Assert.That(
                rules
                    .Where(rule => rule.StartsWith('!'))
                    .Any(rule =>
                        $"{source.TrimEnd('/')}/".StartsWith(rule[1..], StringComparison.Ordinal)
                        || rule[1..].StartsWith(source, StringComparison.Ordinal)
                    ),
                $"{source} is kept out by .dockerignore"
            );
        }
    }

    [Test]
    public void The_compiler_that_Orleans_packages_ask_for_stays_out_of_the_program()
    {
        var list = System.IO.File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "s7opcbridge.deps.json"));
        Assert.That(
            Regex.Matches(list, @"[\w.]+\.dll").Select(match => match.Value),
            Has.Member("Orleans.Core.dll").And.None.Matches(@"^(Humanizer|Microsoft\.CodeAnalysis|System\.Composition)\b")
        );
    }

    [Test]
    public void Every_project_that_the_program_needs_is_in_the_restore_layer()
    {
        var copied = File.Of("COPY")
            .Select(rest => Regex.Match(rest, @"^src/(\S+)/\*\.csproj"))
            .Where(match => match.Success)
            .Select(match => match.Groups[1].Value);
        Assert.That(copied, Is.EquivalentTo(Directory.EnumerateDirectories(Shipped.PathOf("src")).Select(Path.GetFileName)));
    }
}
