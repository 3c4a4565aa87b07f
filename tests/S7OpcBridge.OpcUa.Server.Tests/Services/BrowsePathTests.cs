using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

[CancelAfter(20_000)]
internal sealed class BrowsePathTests : UaServerFixture
{
    [SetUp]
    public Task Start() => StartAsync();

    [Test]
    [ConformanceUnit("View TranslateBrowsePath")]
    public async Task A_path_leads_to_its_node()
    {
        var result = await TranslateAsync(Ids.RootFolder, Step("0:Objects"), Step("2:Toys"), Step("2:V1"));
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo("Good"));
        Assert.That(
            (result.Targets.Single().TargetId.Id, result.Targets.Single().RemainingPathIndex),
            Is.EqualTo((UaTestNodes.IdOfVariable(1), uint.MaxValue))
        );
    }

    [Test]
    [ConformanceUnit("View TranslateBrowsePath")]
    public async Task Any_reference_will_do_where_none_is_named_and_paths_go_back_too()
    {
        var back = Step("0:Objects", inverse: true);
        var result = await TranslateAsync(UaTestNodes.IdOfVariable(1), Step("2:Toys", inverse: true), back, Step("0:Server", type: 0));
        Assert.That(result.Targets.Single().TargetId.Id, Is.EqualTo((NodeId)Ids.Server));
    }

    [
        TestCase("0:Objects;2:Nobody", "BadNoMatch"),
        TestCase("0:Toys", "BadNoMatch"),
        TestCase("", "BadNothingToDo"),
        TestCase("0:Objects;0:", "BadBrowseNameInvalid")
    ]
    [ConformanceUnit("View TranslateBrowsePath")]
    public async Task Paths_that_lead_nowhere_say_why(string path, string status)
    {
        var result = await TranslateAsync(
            Ids.RootFolder,
            [.. path.Split(';', StringSplitOptions.RemoveEmptyEntries).Select(name => Step(name))]
        );
        Assert.That((StatusCodes.NameOf(result.StatusCode), result.Targets.Length), Is.EqualTo((status, 0)));
    }

    [Test]
    public async Task The_start_must_exist_and_paths_have_a_greatest_length()
    {
        Assert.That(
            StatusCodes.NameOf((await TranslateAsync(new NodeId(2, "nobody"), Step("2:V1"))).StatusCode),
            Is.EqualTo("BadNodeIdUnknown")
        );
        var endless = Enumerable.Repeat(Step("0:Objects"), 50_000).ToArray();
        Assert.That(StatusCodes.NameOf((await TranslateAsync(Ids.RootFolder, endless)).StatusCode), Is.EqualTo("BadQueryTooComplex"));
    }

    [Test]
    [ConformanceUnit("View TranslateBrowsePath")]
    public async Task Subtypes_count_only_when_asked_for()
    {
        Assert.That(
            StatusCodes.NameOf((await TranslateAsync(Ids.ObjectsFolder, Step("2:Toys", subtypes: false))).StatusCode),
            Is.EqualTo("BadNoMatch")
        );
        Assert.That(StatusCodes.NameOf((await TranslateAsync(Ids.ObjectsFolder, Step("2:Toys"))).StatusCode), Is.EqualTo("Good"));
    }

    [Test]
    [ConformanceUnit("View RegisterNodes")]
    public async Task Registered_nodes_keep_their_ids_and_serve_for_reading()
    {
        Server.Set(1, Variant.From(5));
        var client = await SessionAsync();
        NodeId[] nodes = [UaTestNodes.IdOfVariable(1), new(2, "nobody")];
        var registered = await client.CallAsync<RegisterNodesResponse>(new RegisterNodesRequest { NodesToRegister = nodes }, Stop);
        Assert.That(registered.RegisteredNodeIds, Is.EqualTo(nodes));
        Assert.That((await client.ReadAsync(Stop, registered.RegisteredNodeIds))[0].Value.Bits, Is.EqualTo(5));
        await client.CallAsync<UnregisterNodesResponse>(new UnregisterNodesRequest { NodesToUnregister = nodes }, Stop);
        Assert.That(
            await StatusOf(client.CallAsync<RegisterNodesResponse>(new RegisterNodesRequest(), Stop)),
            Is.EqualTo("BadNothingToDo")
        );
    }

    private async Task<BrowsePathResult> TranslateAsync(NodeId start, params RelativePathElement[] elements)
    {
        var client = await SessionAsync();
        var request = new TranslateBrowsePathsToNodeIdsRequest
        {
            BrowsePaths =
            [
                new BrowsePath
                {
                    StartingNode = start,
                    RelativePath = new RelativePath { Elements = elements },
                },
            ],
        };
        return (await client.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(request, Stop)).Results[0];
    }

    private static RelativePathElement Step(string name, uint type = Ids.HierarchicalReferences, bool inverse = false, bool subtypes = true)
    {
        var parts = name.Split(':');
        return new RelativePathElement
        {
            ReferenceTypeId = type,
            IsInverse = inverse,
            IncludeSubtypes = subtypes,
            TargetName = new QualifiedName(ushort.Parse(parts[0]), parts[1]),
        };
    }
}
