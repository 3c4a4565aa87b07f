using S7OpcBridge.Cluster;
using S7OpcBridge.Clustering;
using S7OpcBridge.Web;

namespace S7OpcBridge.Tests.Clustering;

/// <summary>Which nodes read the same files: found by a mark beside them, whatever their paths and contents are.</summary>
public sealed class SharedFilesTests
{
    private string _folder = null!;

    [SetUp]
    public void Begin()
    {
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        foreach (var name in (string[])["shared", "copy"])
        {
            Directory.CreateDirectory(Path.Combine(_folder, name));
            File.WriteAllText(Path.Combine(_folder, name, "map.yaml"), "plcs: []\n");
            File.WriteAllText(Path.Combine(_folder, name, "tags.yaml"), "");
        }
        if (!OperatingSystem.IsWindows())
            Directory.CreateSymbolicLink(Path.Combine(_folder, "elsewhere"), Path.Combine(_folder, "shared"));
    }

    [TearDown]
    public void End() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_node_that_sees_the_mark_takes_the_change_and_one_with_a_copy_does_not()
    {
        var reach = await FindAsync(
            State("edge01", "edge02", "edge03"),
            node =>
                [Texts(node == "edge02" ? "elsewhere" : "copy", "map.yaml"), Texts(node == "edge02" ? "elsewhere" : "copy", "tags.yaml")]
        );

        Assert.That(reach.Nodes, Is.EqualTo(new[] { "edge01", "edge02" }));
        Assert.That(reach.Others, Is.EqualTo(new[] { new NodeApart("edge03", "has files of its own") }));
        Assert.That(Directory.EnumerateFiles(_folder, ".s7opcbridge-*", SearchOption.AllDirectories), Is.Empty, "the mark is gone");
    }

    [Test]
    public async Task A_node_that_reads_only_one_of_two_changed_files_does_not_take_the_change()
    {
        var reach = await FindAsync(State("edge01", "edge02"), _ => [Texts("shared", "map.yaml"), Texts("copy", "tags.yaml")]);
        Assert.That(reach.Others.Single().Node, Is.EqualTo("edge02"), "its tags are a copy");

        reach = await FindAsync(State("edge01", "edge02"), _ => [Texts("shared", "map.yaml")]);
        Assert.That(reach.Others.Single().Node, Is.EqualTo("edge02"));
    }

    [Test]
    public async Task A_node_that_does_not_answer_or_is_missing_counts_as_apart()
    {
        var state = State("edge01", "edge02") with { Missing = [new ClusterMissingNode("edge03", "", DateTimeOffset.UnixEpoch)] };

        var reach = await SharedFiles.FindAsync(
            state,
            [Texts("shared", "map.yaml")],
            static (_, _, _, _) =>
                throw new ClusterCallException(ClusterCallFailure.NodeGone, "Node edge02 is no member of the cluster now."),
            CancellationToken.None
        );

        Assert.That(reach.Nodes, Is.EqualTo(new[] { "edge01" }));
        Assert.That(reach.Others.Select(other => other.Node), Is.EqualTo(new[] { "edge02", "edge03" }));
        Assert.That(reach.Others[0].Why, Does.Contain("did not say").And.Contain("no member"));
    }

    [Test]
    public async Task Where_no_mark_can_be_written_nobody_else_takes_the_change()
    {
        var reach = await SharedFiles.FindAsync(
            State("edge01", "edge02"),
            [Path.Combine(_folder, "none", "map.yaml")],
            static (_, _, _, _) => throw new InvalidOperationException("not asked"),
            CancellationToken.None
        );

        Assert.That(reach.Others.Single().Why, Does.Contain("no mark can be written"));
    }

    [TestCase("""{"Mark":"map.yaml","Names":["map.yaml"]}""")]
    [TestCase("""{"Mark":"../shared/map.yaml","Names":["map.yaml"]}""")]
    [TestCase("""{"Mark":".s7opcbridge-../../etc/passwd","Names":["map.yaml"]}""")]
    [TestCase("""{"mark":null}""")]
    [TestCase("nothing")]
    public void Nobody_can_ask_for_another_file_than_a_mark(string question) =>
        Assert.That(
            () => SharedFiles.Answer(System.Text.Encoding.UTF8.GetBytes(question), [Texts("shared", "map.yaml")]),
            Throws.TypeOf<ClusterCallException>()
        );

    private string Texts(string folder, string name) => Path.Combine(_folder, folder, name);

    private Task<MapReach> FindAsync(ClusterState state, Func<string, string[]> textsOf) =>
        SharedFiles.FindAsync(
            state,
            [Texts("shared", "map.yaml"), Texts("shared", "tags.yaml")],
            (node, kind, body, _) =>
            {
                Assert.That(kind, Is.EqualTo(SharedFiles.Kind));
                return ValueTask.FromResult(SharedFiles.Answer(body, textsOf(node)));
            },
            CancellationToken.None
        );

    private static ClusterState State(params string[] nodes) =>
        new(
            "plant",
            nodes[0],
            1,
            "hash",
            null,
            "witness",
            null,
            [.. nodes.Select(node => new ClusterNodeState(node, "", "hash", null, null, [], 255, true))],
            [],
            []
        );
}
