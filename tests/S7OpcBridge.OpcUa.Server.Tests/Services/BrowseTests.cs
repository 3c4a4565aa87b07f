using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

[CancelAfter(20_000)]
internal sealed class BrowseTests : UaServerFixture
{
    private static readonly NodeId Toys = new(2, UaTestNodes.Folder);

    [Test]
    [ConformanceUnit("View Basic")]
    public async Task From_the_root_to_the_variables()
    {
        await StartAsync();
        var client = await SessionAsync();
        var root = await BrowseAsync(client, Ids.RootFolder, Ids.HierarchicalReferences);
        Assert.That(root.References.Select(r => r.BrowseName.Name), Is.EquivalentTo((string[])["Objects", "Types", "Views"]));
        var objects = await BrowseAsync(client, Ids.ObjectsFolder, Ids.Organizes);
        Assert.That(objects.References.Select(r => r.BrowseName.ToString()), Does.Contain("2:Toys").And.Contain("Server"));
        var toys = await BrowseAsync(client, Toys, Ids.Organizes);
        Assert.That(
            toys.References.Select(r => (r.NodeId.Id, r.NodeClass, r.TypeDefinition.Id, r.IsForward)),
            Is.EqualTo(
                Enumerable
                    .Range(0, 3)
                    .Select(i => (UaTestNodes.IdOfVariable(i), NodeClass.Variable, (NodeId)Ids.BaseDataVariableType, true))
            )
        );
    }

    [Test]
    public async Task A_hooked_node_shows_its_parent_and_its_type()
    {
        await StartAsync();
        var client = await SessionAsync();
        var all = await BrowseAsync(client, Toys, default, BrowseDirection.Both);
        Assert.That(
            all.References.Select(r => (r.ReferenceTypeId, r.IsForward, r.NodeId.Id)),
            Is.SupersetOf(
                (IEnumerable<(NodeId, bool, NodeId)>)
                    [
                        (Ids.HasTypeDefinition, true, Ids.FolderType),
                        (Ids.Organizes, false, Ids.ObjectsFolder),
                        (Ids.Organizes, true, UaTestNodes.IdOfVariable(0)),
                    ]
            )
        );
        var back = await BrowseAsync(client, UaTestNodes.IdOfVariable(1), Ids.HierarchicalReferences, BrowseDirection.Inverse);
        Assert.That(back.References.Single().NodeId.Id, Is.EqualTo(Toys));
    }

    [Test]
    [ConformanceUnit("View Basic")]
    public async Task Subtypes_of_a_reference_type_count_only_when_asked_for()
    {
        await StartAsync();
        var client = await SessionAsync();
        Assert.That((await BrowseAsync(client, Toys, Ids.HierarchicalReferences, subtypes: false)).References, Is.Empty);
        Assert.That((await BrowseAsync(client, Toys, Ids.HierarchicalReferences, subtypes: true)).References, Has.Length.EqualTo(3));
    }

    [Test]
    [ConformanceUnit("View Basic")]
    public async Task What_is_masked_out_is_left_empty()
    {
        await StartAsync();
        var client = await SessionAsync();
        var bare = (await BrowseAsync(client, Toys, Ids.Organizes, resultMask: 0)).References[0];
        Assert.That(
            (bare.BrowseName.Name, bare.DisplayName.Text, bare.NodeClass, bare.TypeDefinition.Id.IsNull, bare.ReferenceTypeId.IsNull),
            Is.EqualTo(((string?)null, (string?)null, NodeClass.None, true, true))
        );
        Assert.That((await BrowseAsync(client, Toys, Ids.Organizes, classMask: (uint)NodeClass.Object)).References, Is.Empty);
    }

    [Test]
    [ConformanceUnit("View Minimum Continuation Point 01")]
    public async Task Every_page_size_gives_every_node_once([Values(1u, 2u, 7u, 63u, 64u, 65u, 149u, 150u, 151u)] uint page)
    {
        await StartAsync(variables: 150);
        var client = await SessionAsync();
        var found = new List<NodeId>();
        var result = await BrowseAsync(client, Toys, Ids.Organizes, page: page);
        for (; ; result = (await NextAsync(client, result.ContinuationPoint!)).Results[0])
        {
            found.AddRange(result.References.Select(r => r.NodeId.Id));
            Assert.That(result.References, Has.Length.LessThanOrEqualTo((int)page));
            if (result.ContinuationPoint is null)
                break;
        }

        Assert.That(found, Is.EqualTo(Enumerable.Range(0, 150).Select(UaTestNodes.IdOfVariable)));
    }

    [Test]
    [ConformanceUnit("View Minimum Continuation Point 01")]
    public async Task A_continuation_point_serves_once_in_its_own_session_and_can_be_released()
    {
        await StartAsync(variables: 150);
        var (client, other) = (await SessionAsync(), await SessionAsync());
        var point = (await BrowseAsync(client, Toys, Ids.Organizes, page: 1)).ContinuationPoint!;
        Assert.That(StatusCodes.NameOf((await NextAsync(other, point)).Results[0].StatusCode), Is.EqualTo("BadContinuationPointInvalid"));
        var second = (await NextAsync(client, point)).Results[0];
        Assert.That(StatusCodes.NameOf((await NextAsync(client, point)).Results[0].StatusCode), Is.EqualTo("BadContinuationPointInvalid"));
        var released = (await NextAsync(client, second.ContinuationPoint!, release: true)).Results[0];
        Assert.That(
            (StatusCodes.NameOf(released.StatusCode), released.References.Length, released.ContinuationPoint),
            Is.EqualTo(("Good", 0, (byte[]?)null))
        );
        Assert.That(
            StatusCodes.NameOf((await NextAsync(client, second.ContinuationPoint!)).Results[0].StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
    }

    [Test]
    [ConformanceUnit("View Minimum Continuation Point 05")]
    public async Task Within_a_call_points_run_out_and_over_calls_the_oldest_gives_way()
    {
        await StartAsync(o => o with { Limits = o.Limits with { MaxContinuationPoints = 2 } });
        var client = await SessionAsync();
        var request = Request([Toys, Toys, Toys], Ids.Organizes, page: 1);
        var results = (await client.CallAsync<BrowseResponse>(request, Stop)).Results;
        Assert.That(
            results.Select(r => StatusCodes.NameOf(r.StatusCode)),
            Is.EqualTo((string[])["Good", "Good", "BadNoContinuationPoints"])
        );
        Assert.That((results[2].References.Length, results[2].ContinuationPoint), Is.EqualTo((0, (byte[]?)null)));
        await BrowseAsync(client, Toys, Ids.Organizes, page: 1);
        Assert.That(
            StatusCodes.NameOf((await NextAsync(client, results[0].ContinuationPoint!)).Results[0].StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
        Assert.That(StatusCodes.NameOf((await NextAsync(client, results[1].ContinuationPoint!)).Results[0].StatusCode), Is.EqualTo("Good"));
    }

    [Test]
    public async Task A_reload_ends_browses_and_the_new_nodes_are_seen()
    {
        await StartAsync(variables: 3);
        var client = await SessionAsync();
        var begun = await BrowseAsync(client, Toys, Ids.Organizes, page: 1);
        Server.Server.AddressSpace.Replace(1, UaTestNodes.Many(2, BuiltInType.Double));
        Assert.That(
            StatusCodes.NameOf((await NextAsync(client, begun.ContinuationPoint!)).Results[0].StatusCode),
            Is.EqualTo("BadContinuationPointInvalid")
        );
        Assert.That((await BrowseAsync(client, Toys, Ids.Organizes)).References, Has.Length.EqualTo(2));
    }

    [
        TestCase("i=0", 0, "BadNodeIdUnknown"),
        TestCase("toys", 3, "BadBrowseDirectionInvalid"),
        TestCase("toys", -1, "BadBrowseDirectionInvalid")
    ]
    [ConformanceUnit("View Basic")]
    public async Task Browses_that_make_no_sense_are_told_one_by_one(string node, int direction, string status)
    {
        await StartAsync();
        var client = await SessionAsync();
        var result = await BrowseAsync(client, node == "toys" ? Toys : default, Ids.Organizes, (BrowseDirection)direction);
        Assert.That((StatusCodes.NameOf(result.StatusCode), result.References.Length), Is.EqualTo((status, 0)));
    }

    [Test]
    [ConformanceUnit("View Basic")]
    public async Task Reference_types_must_be_reference_types()
    {
        await StartAsync();
        var client = await SessionAsync();
        foreach (var type in (NodeId[])[Ids.ObjectsFolder, new(0, 999_999u), new(2, 35u), Toys])
            Assert.That(
                StatusCodes.NameOf((await BrowseAsync(client, Toys, type)).StatusCode),
                Is.EqualTo("BadReferenceTypeIdInvalid"),
                type.ToString()
            );
        Assert.That(
            (await BrowseAsync(client, UaTestNodes.IdOfVariable(0), Ids.Organizes)).StatusCode.IsGood,
            Is.True,
            "no reference is no error"
        );
    }

    [Test]
    [ConformanceUnit("View Basic")]
    public async Task There_are_no_views()
    {
        await StartAsync();
        var client = await SessionAsync();
        var request = Request([Toys], Ids.Organizes);
        request.View.ViewId = new NodeId(2, "view");
        Assert.That(await StatusOf(client.CallAsync<BrowseResponse>(request, Stop)), Is.EqualTo("BadViewIdUnknown"));
        Assert.That(await StatusOf(client.CallAsync<BrowseResponse>(Request([], Ids.Organizes), Stop)), Is.EqualTo("BadNothingToDo"));
    }

    [Test]
    public async Task Nodes_that_a_caller_may_not_see_are_not_listed()
    {
        await StartAsync(
            o => o with { Permissions = PermissionSet.ForEverybody(NodePermissions.All) },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32)
            {
                Permissions = variable => variable == 1 ? PermissionSet.None : null,
            }
        );
        var client = await SessionAsync();
        Assert.That(
            (await BrowseAsync(client, Toys, Ids.Organizes)).References.Select(r => r.BrowseName.Name),
            Is.EqualTo((string[])["V0", "V2"])
        );
    }

    [Test]
    [ConformanceUnit("Address Space Base")]
    [ConformanceUnit("View Basic")]
    public async Task The_whole_address_space_can_be_walked_and_every_target_has_its_attributes()
    {
        await StartAsync();
        var client = await SessionAsync();
        var seen = new HashSet<NodeId> { Ids.RootFolder };
        var next = new List<NodeId> { Ids.RootFolder };
        while (next.Count > 0)
        {
            var batch = next.Take(500).ToArray();
            next.RemoveRange(0, batch.Length);
            foreach (var result in (await client.CallAsync<BrowseResponse>(Request(batch, default), Stop)).Results)
            {
                Assert.That(result.StatusCode.IsGood && result.ContinuationPoint is null, Is.True);
                foreach (var reference in result.References)
                {
                    Assert.That(reference.BrowseName.Name, Is.Not.Empty);
                    if (seen.Add(reference.NodeId.Id))
                        next.Add(reference.NodeId.Id);
                }
            }
        }

        Assert.That(
            seen,
            Does.Contain(UaTestNodes.IdOfVariable(2)).And.Contain((NodeId)Ids.Server_ServerStatus_State).And.Contain((NodeId)Ids.Argument)
        );
        Assert.That(seen, Has.Count.GreaterThan(1000));
    }

    private static BrowseRequest Request(
        NodeId[] nodes,
        NodeId type,
        BrowseDirection direction = BrowseDirection.Forward,
        bool subtypes = true,
        uint page = 0,
        uint classMask = 0,
        uint resultMask = 63
    ) =>
        new()
        {
            RequestedMaxReferencesPerNode = page,
            NodesToBrowse =
            [
                .. nodes.Select(node => new BrowseDescription
                {
                    NodeId = node,
                    BrowseDirection = direction,
                    ReferenceTypeId = type,
                    IncludeSubtypes = subtypes,
                    NodeClassMask = classMask,
                    ResultMask = resultMask,
                }),
            ],
        };

    private static async Task<BrowseResult> BrowseAsync(
        UaTestClient client,
        NodeId node,
        NodeId type,
        BrowseDirection direction = BrowseDirection.Forward,
        bool subtypes = true,
        uint page = 0,
        uint classMask = 0,
        uint resultMask = 63
    ) => (await client.CallAsync<BrowseResponse>(Request([node], type, direction, subtypes, page, classMask, resultMask), Stop)).Results[0];

    private static Task<BrowseNextResponse> NextAsync(UaTestClient client, byte[] point, bool release = false) =>
        client.CallAsync<BrowseNextResponse>(
            new BrowseNextRequest { ContinuationPoints = [point], ReleaseContinuationPoints = release },
            Stop
        );
}
