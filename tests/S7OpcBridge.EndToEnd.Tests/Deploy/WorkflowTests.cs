using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What GitHub reads in this repository: it says nothing of a mistake there before something has to run.</summary>
[TestFixture, Parallelizable]
public sealed partial class WorkflowTests
{
    private static readonly string[] States =
    [
        "not_affected",
        "exploitable",
        "in_triage",
        "resolved",
        "resolved_with_pedigree",
        "false_positive",
    ];

    private static IEnumerable<string> Workflows() => FilesOf(".github/workflows");

    private static IEnumerable<string> Forms() => FilesOf(".github/ISSUE_TEMPLATE").Where(static file => !file.EndsWith("/config.yml"));

    [TestCaseSource(nameof(Workflows))]
    public void A_workflow_takes_actions_by_their_commit_only(string file)
    {
        var uses = Jobs(file).SelectMany(static job => Steps(job.Value)).Select(static step => YamlTree.At(step, "uses")).OfType<string>();
        Assert.That(uses, Is.Not.Empty);
        Assert.That(uses, Is.All.Match("^[a-z-]+/[a-z-]+(/[a-z-]+)?@[0-9a-f]{40}$"), "a tag can be moved to other code");
        Assert.That(UseWithoutVersion().Matches(Shipped.Read(file)), Is.Empty, "Dependabot and readers see the version in a comment");
    }

    [TestCaseSource(nameof(Workflows))]
    public void A_workflow_may_only_read_but_where_a_job_says_more_and_each_job_ends_by_itself(string file)
    {
        var permissions = YamlTree.Map(YamlTree.Load(Shipped.Read(file)), "permissions");
        Assert.That(permissions, Is.EqualTo(new Dictionary<string, object> { ["contents"] = "read" }));
        foreach (var (name, job) in Jobs(file))
            Assert.That(YamlTree.At(job, "timeout-minutes"), Is.Not.Null, name);
    }

    [TestCaseSource(nameof(Workflows))]
    public void Scripts_of_this_repository_that_a_workflow_runs_are_there(string file)
    {
        var scripts = Jobs(file)
            .SelectMany(static job => Steps(job.Value))
            .Select(static step => YamlTree.At(step, "run"))
            .OfType<string>()
            .SelectMany(static run => Script().Matches(run).Select(static match => match.Value));
        foreach (var script in scripts)
            Assert.That(File.Exists(Shipped.PathOf(script)), script);
    }

    [TestCaseSource(nameof(Workflows))]
    public void What_strangers_can_write_reaches_a_script_by_its_environment_only(string file)
    {
        foreach (
            var run in Jobs(file)
                .SelectMany(static job => Steps(job.Value))
                .Select(static step => YamlTree.At(step, "run"))
                .OfType<string>()
        )
            Assert.That(run, Does.Not.Contain("${{"), "an expression is put into the script as it is, quotes and all");
    }

    [TestCaseSource(nameof(Forms))]
    public void An_issue_form_has_what_GitHub_asks_for(string file)
    {
        var form = YamlTree.Load(Shipped.Read(file));
        Assert.That(YamlTree.Text(form, "name"), Is.Not.Empty);
        Assert.That(YamlTree.Text(form, "description"), Is.Not.Empty);
        var fields = YamlTree.List(form, "body").Where(static field => YamlTree.Text(field, "type") != "markdown").ToArray();
        Assert.That(fields.Select(static field => YamlTree.Text(field, "id")), Is.Unique.And.Not.Empty);
        Assert.That(fields.Select(static field => YamlTree.Text(field, "attributes/label")), Is.Unique);
        Assert.That(fields.Select(static field => YamlTree.Text(field, "type")), Is.All.AnyOf("input", "textarea", "dropdown"));
        foreach (var field in fields.Where(static field => YamlTree.Text(field, "type") == "dropdown"))
            Assert.That(YamlTree.List(field, "attributes/options"), Is.Unique.And.Not.Empty);
    }

    [Test]
    public void Dependabot_looks_where_versions_are()
    {
        var updates = YamlTree.List(YamlTree.Load(Shipped.Read(".github/dependabot.yml")), "updates");
        var files = new Dictionary<string, string>
        {
            ["nuget"] = "Directory.Packages.props",
            ["dotnet-sdk"] = "global.json",
            ["npm"] = "package.json",
            ["docker"] = "Dockerfile",
            ["docker-compose"] = "compose.yaml",
            ["github-actions"] = ".github/workflows/ci.yml",
            ["devcontainers"] = ".devcontainer/devcontainer.json",
        };
        Assert.That(updates.Select(static update => YamlTree.Text(update, "package-ecosystem")), Is.EquivalentTo(files.Keys));
        foreach (var update in updates)
        {
            var at = $"{YamlTree.Text(update, "directory").TrimStart('/')}/{files[YamlTree.Text(update, "package-ecosystem")]}";
            Assert.That(File.Exists(Shipped.PathOf(at.TrimStart('/'))), at);
            Assert.That(YamlTree.Text(update, "schedule/interval"), Is.AnyOf("weekly", "monthly"));
        }
    }

    [Test]
    public void The_owners_of_code_own_what_is_there()
    {
        var lines = Shipped.Read(".github/CODEOWNERS").Split('\n').Where(static line => line.Length > 0 && line[0] != '#').ToArray();
        Assert.That(lines, Has.Length.GreaterThan(1));
        foreach (var line in lines)
        {
            Assert.That(line, Does.Match(@"^\S+\s+@[\w-]+(/[\w-]+)?$"));
            var path = line.Split(' ')[0];
            Assert.That(path == "*" || Path.Exists(Shipped.PathOf(path.TrimStart('/'))), path);
        }
    }

    [Test]
    public void The_container_for_developers_has_the_SDK_of_the_repository()
    {
        using var container = JsonDocument.Parse(Shipped.Read(".devcontainer/devcontainer.json"));
        using var sdk = JsonDocument.Parse(Shipped.Read("global.json"));
        var version = Version.Parse(sdk.RootElement.GetProperty("sdk").GetProperty("version").GetString()!);
        Assert.That(
            container.RootElement.GetProperty("image").GetString(),
            Does.Match($@"^mcr\.microsoft\.com/devcontainers/dotnet:\d+-{version.Major}\.{version.Minor}-\w+$")
        );
    }

    [Test]
    public void Each_statement_about_a_vulnerability_says_what_it_means_for_whom_and_why()
    {
        using var statements = JsonDocument.Parse(Shipped.Read("deploy/vex.json"));
        Assert.That(statements.RootElement.GetProperty("bomFormat").GetString(), Is.EqualTo("CycloneDX"));
        foreach (var each in statements.RootElement.GetProperty("vulnerabilities").EnumerateArray())
        {
            var id = each.GetProperty("id").GetString()!;
            var analysis = each.GetProperty("analysis");
            Assert.That(id, Does.Match("^(GHSA(-[0-9a-z]{4}){3}|CVE-[0-9]{4}-[0-9]{4,})$"));
            Assert.That(analysis.GetProperty("state").GetString(), Is.AnyOf(States), id);
            Assert.That(analysis.GetProperty("detail").GetString(), Has.Length.GreaterThan(20), id);
            Assert.That(each.GetProperty("affects").GetArrayLength(), Is.Positive, id);
        }
    }

    private static IEnumerable<string> FilesOf(string folder) =>
        Directory
            .EnumerateFiles(Shipped.PathOf(folder))
            .Select(static path => Path.GetRelativePath(Repository.Root, path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    private static IReadOnlyDictionary<string, object> Jobs(string file) => YamlTree.Map(YamlTree.Load(Shipped.Read(file)), "jobs");

    private static IReadOnlyList<object> Steps(object job) => YamlTree.List(job, "steps");

    [GeneratedRegex(@"(?m)uses: \S+(?!\S)(?! # v\d+\.\d+\.\d+$)")]
    private static partial Regex UseWithoutVersion();

    [GeneratedRegex(@"(?<![\w/.])(?:\.ci|tools)/[\w-]+(?:\.\w+)?")]
    private static partial Regex Script();
}
