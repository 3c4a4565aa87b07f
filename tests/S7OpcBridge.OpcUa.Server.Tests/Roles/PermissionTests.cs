using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Roles;

/// <summary>
/// Variable 0 is everybody's to see and an operator's to write, variable 1 an engineer's alone, variable 2 may be read and not found. Users carry the name
/// of their role.
/// </summary>
[CancelAfter(30_000)]
internal sealed class PermissionTests : UaServerFixture
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read;
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;
    private static readonly NodeId Open = UaTestNodes.IdOfVariable(0),
        Engineers = UaTestNodes.IdOfVariable(1),
        Hidden = UaTestNodes.IdOfVariable(2);
    private static readonly PermissionSet Usual = PermissionSet
        .ForEverybody(See)
        .With(WellKnownRoles.Operator, See | NodePermissions.Write)
        .With(WellKnownRoles.SecurityAdmin, See | NodePermissions.ReadRolePermissions);

    [Test]
    [ConformanceUnit("Security Role Server Authorization")]
    public async Task Each_service_asks_for_its_own_permission()
    {
        await StartAsync();
        for (var i = 0; i < 3; i++)
            Server.Set(i, Variant.From(i));
        var observer = await LoginAsync("Observer");
        var engineer = await LoginAsync("Engineer");
        Assert.That(await ValuesAsync(observer), Is.EqualTo((string[])["Good", "BadUserAccessDenied", "Good"]));
        Assert.That(await ValuesAsync(engineer), Is.EqualTo((string[])["Good", "Good", "Good"]));
        Assert.That(
            await WritesAsync(observer),
            Is.EqualTo((string[])["BadUserAccessDenied", "BadUserAccessDenied", "BadUserAccessDenied"])
        );
        Assert.That(
            await WritesAsync(await LoginAsync("Operator")),
            Is.EqualTo((string[])["Good", "BadUserAccessDenied", "BadUserAccessDenied"])
        );
        Assert.That(await WritesAsync(engineer), Is.EqualTo((string[])["BadUserAccessDenied", "Good", "BadUserAccessDenied"]));
        Assert.That(await ChildrenAsync(observer), Is.EqualTo((string[])["V0"]));
        Assert.That(await ChildrenAsync(engineer), Is.EqualTo((string[])["V0", "V1"]));
    }

    [Test]
    public async Task What_may_not_be_seen_cannot_be_browsed_from_nor_translated_nor_asked_for_its_attributes()
    {
        await StartAsync();
        var observer = await LoginAsync("Observer");
        var browsed = await observer.CallAsync<BrowseResponse>(
            new BrowseRequest { NodesToBrowse = [new BrowseDescription { NodeId = Engineers, IncludeSubtypes = true }] },
            Stop
        );
        Assert.That(Name(browsed.Results[0].StatusCode), Is.EqualTo("BadUserAccessDenied"));
        var translated = await observer.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(
            new TranslateBrowsePathsToNodeIdsRequest { BrowsePaths = [Path("V0"), Path("V1")] },
            Stop
        );
        Assert.That(translated.Results.Select(r => Name(r.StatusCode)), Is.EqualTo((string[])["Good", "BadNoMatch"]));
        Assert.That(await AttributeAsync(observer, Engineers, AttributeId.DisplayName), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await AttributeAsync(observer, Hidden, AttributeId.DataType), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await AttributeAsync(observer, Open, AttributeId.DataType), Is.EqualTo("Good"));
    }

    [TestCase("Observer", 1, 0), TestCase("Operator", 3, 0), TestCase("Engineer", 1, 3)]
    public async Task UserAccessLevel_tells_each_user_the_truth(string user, int open, int engineers)
    {
        await StartAsync();
        var client = await LoginAsync(user);
        Assert.That((await ReadAsync(client, Open, AttributeId.UserAccessLevel)).Value.Bits, Is.EqualTo(open));
        Assert.That((await ReadAsync(client, Open, AttributeId.AccessLevel)).Value.Bits, Is.EqualTo(3));
        Assert.That((await ReadAsync(client, Engineers, AttributeId.UserAccessLevel)).Value.Bits, Is.EqualTo(engineers));
    }

    [Test]
    public async Task Who_may_do_what_is_shown_to_SecurityAdmin_and_to_everybody_what_is_his_own()
    {
        await StartAsync();
        var (observer, admin) = (await LoginAsync("Operator"), await LoginAsync("SecurityAdmin"));
        Assert.That(await AttributeAsync(observer, Open, AttributeId.RolePermissions), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(
            Entries(await ReadAsync(admin, Open, AttributeId.RolePermissions)),
            Is.EqualTo((string[])["i=15644 33", "i=15680 97", "i=15704 35"])
        );
        Assert.That(
            Entries(await ReadAsync(observer, Open, AttributeId.UserRolePermissions)),
            Is.EqualTo((string[])["i=15644 33", "i=15680 97"])
        );
        Assert.That((await ReadAsync(observer, Open, AttributeId.AccessRestrictions)).Value, Is.EqualTo(Variant.From((ushort)0)));
    }

    [Test]
    public async Task A_namespace_tells_its_defaults_to_SecurityAdmin_on_an_encrypted_channel()
    {
        await StartAsync();
        var property = new NodeId(1, "Namespaces/urn:test:toys/DefaultRolePermissions");
        Assert.That(
            await ValueAsync(await LoginAsync("Operator", MessageSecurityMode.SignAndEncrypt), property),
            Is.EqualTo("BadUserAccessDenied")
        );
        Assert.That(await ValueAsync(await LoginAsync("SecurityAdmin"), property), Is.EqualTo("BadSecurityModeInsufficient"));
        var admin = await LoginAsync("SecurityAdmin", MessageSecurityMode.SignAndEncrypt);
        Assert.That(Entries((await admin.ReadAsync(Stop, property))[0]), Is.EqualTo((string[])["i=15644 33", "i=15680 97", "i=15704 35"]));
        Assert.That(Entries((await admin.ReadAsync(Stop, 16134))[0]), Is.EqualTo((string[])["i=15644 6177", "i=15704 2"]), "namespace 0");
    }

    [Test]
    public async Task The_roles_are_objects_and_who_has_them_is_for_SecurityAdmin()
    {
        await StartAsync();
        var admin = await LoginAsync("SecurityAdmin", MessageSecurityMode.SignAndEncrypt);
        var roles = (
            await admin.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = 15606,
                            ReferenceTypeId = Ids.HasComponent,
                            IncludeSubtypes = true,
                            ResultMask = (uint)BrowseResultMask.All,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;
        Assert.That(roles.Select(r => r.BrowseName.Name), Is.EquivalentTo(Enum.GetNames<WellKnownRoles>().Skip(1)));
        var rules = (ExtensionObject[])(await admin.ReadAsync(Stop, 16225))[0].Value.Reference!;
        Assert.That(rules.Select(r => ((IdentityMappingRuleType)r.Body!).Criteria), Is.EqualTo((string[])["someone who is Operator"]));
        Assert.That(
            await ValueAsync(await LoginAsync("Engineer", MessageSecurityMode.SignAndEncrypt), 16225),
            Is.EqualTo("BadUserAccessDenied")
        );
    }

    [Test]
    public async Task An_item_says_that_it_may_not_be_read_and_follows_a_change_of_the_user_both_ways()
    {
        await StartAsync();
        Server.Set(1, Variant.From(7));
        var client = await LoginAsync("Observer");
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 10,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 3_000,
                PublishingEnabled = true,
            },
            Stop
        );
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = Engineers, AttributeId = (uint)AttributeId.Value },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { ClientHandle = 1, QueueSize = 1 },
                    },
                ],
            },
            Stop
        );
        Assert.That(Name(created.Results[0].StatusCode), Is.EqualTo("Good"));
        Assert.That(await NextAsync(client), Is.EqualTo("BadUserAccessDenied"));
        await client.ActivateAsync(Stop, Token(client, "Engineer"));
        Assert.That(await NextAsync(client), Is.EqualTo("Good"));
        Server.Set(1, Variant.From(8));
        Assert.That(await NextAsync(client), Is.EqualTo("Good"), "changes reach it now");
        await client.ActivateAsync(Stop, Token(client, "Observer"));
        Assert.That(await NextAsync(client), Is.EqualTo("BadUserAccessDenied"));
        Server.Set(1, Variant.From(9));
        await client.ActivateAsync(Stop, Token(client, "Engineer"));
        Assert.That(await NextAsync(client), Is.EqualTo("Good"), "what came in between was not told");

        Server.Server.AddressSpace.Replace(
            1,
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32) { Permissions = _ => PermissionSet.None }
        );
        Assert.That(await NextAsync(client), Is.EqualTo("BadUserAccessDenied"), "another map forbids it");
    }

    private static BrowsePath Path(string name) =>
        new()
        {
            StartingNode = new NodeId(2, UaTestNodes.Folder),
            RelativePath = new RelativePath
            {
                Elements = [new RelativePathElement { ReferenceTypeId = Ids.Organizes, TargetName = new QualifiedName(2, name) }],
            },
        };

    private static IEnumerable<string> Entries(DataValue value) =>
        ((ExtensionObject[])value.Value.Reference!).Select(e => (RolePermissionType)e.Body!).Select(e => $"{e.RoleId} {e.Permissions}");

    private static string Name(StatusCode status) => StatusCodes.NameOf(status);

    private static ExtensionObject Token(UaTestClient client, string user)
    {
        byte[] plain = [.. BitConverter.GetBytes(6 + client.ServerNonce.Length), .. "secret"u8, .. client.ServerNonce];
        return ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = "username-Basic256Sha256",
                UserName = user,
                Password = Certificates.ServerKey.Encrypt(plain, SecurityPolicy.Basic256Sha256.Encryption!),
            }
        );
    }

    private static async Task<string> NextAsync(UaTestClient client)
    {
        var published = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        var change = (DataChangeNotification)published.NotificationMessage.NotificationData.Single()!.Body!;
        return Name(change.MonitoredItems.Single().Value.Status);
    }

    private static async Task<IEnumerable<string>> ValuesAsync(UaTestClient client) =>
        (await client.ReadAsync(Stop, Open, Engineers, Hidden)).Select(v => Name(v.Status));

    private static async Task<string> ValueAsync(UaTestClient client, NodeId node) => Name((await client.ReadAsync(Stop, node))[0].Status);

    private static async Task<DataValue> ReadAsync(UaTestClient client, NodeId node, AttributeId attribute) =>
        (
            await client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    MaxAge = double.MaxValue,
                    NodesToRead = [new ReadValueId { NodeId = node, AttributeId = (uint)attribute }],
                },
                Stop
            )
        ).Results[0];

    private static async Task<string> AttributeAsync(UaTestClient client, NodeId node, AttributeId attribute) =>
        Name((await ReadAsync(client, node, attribute)).Status);

    private static async Task<IEnumerable<string>> WritesAsync(UaTestClient client) =>
        (
            await client.CallAsync<WriteResponse>(
                new WriteRequest
                {
                    NodesToWrite =
                    [
                        .. new[] { Open, Engineers, Hidden }.Select(node => new WriteValue
                        {
                            NodeId = node,
                            AttributeId = (uint)AttributeId.Value,
                            Value = new DataValue(Variant.From(1), default, 0, 0),
                        }),
                    ],
                },
                Stop
            )
        ).Results.Select(Name);

    private static async Task<IEnumerable<string?>> ChildrenAsync(UaTestClient client) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = new NodeId(2, UaTestNodes.Folder),
                            ReferenceTypeId = Ids.Organizes,
                            ResultMask = (uint)BrowseResultMask.All,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References.Select(r => r.BrowseName.Name);

    private Task StartAsync() =>
        StartAsync(
            options =>
                options with
                {
                    SecurityPolicies = [SecurityPolicy.Basic256Sha256, SecurityPolicy.None],
                    Certificate = Certificates.Server,
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = (name, password, _, _) =>
                        ValueTask.FromResult(Encoding.UTF8.GetString(password.Span) == "secret" ? new UaUser(name, [name]) : null),
                    Permissions = Usual,
                    Extensions =
                    [
                        new RoleExtension(role =>
                            [
                                new IdentityMappingRuleType
                                {
                                    CriteriaType = IdentityCriteriaType.UserName,
                                    Criteria = $"someone who is {role}",
                                },
                            ]
                        ),
                    ],
                    Write = (_, writes, results, _) =>
                    {
                        foreach (var write in writes)
                            results[write] = StatusCodes.Good;
                        return default;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32)
            {
                IsWritable = _ => true,
                Permissions = variable =>
                    variable switch
                    {
                        1 => PermissionSet.None.With(WellKnownRoles.Engineer, See | NodePermissions.Write),
                        2 => PermissionSet.ForEverybody(NodePermissions.Read),
                        _ => null,
                    },
            }
        );

    private async Task<UaTestClient> LoginAsync(string user, MessageSecurityMode mode = MessageSecurityMode.None)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var certificates = mode == MessageSecurityMode.None ? null : Certificates;
        await channel.OpenAsync(Stop, certificates, certificates is null ? SecurityPolicy.None : SecurityPolicy.Basic256Sha256, mode);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, certificates);
        await client.ActivateAsync(Stop, Token(client, user), certificates);
        return client;
    }
}
