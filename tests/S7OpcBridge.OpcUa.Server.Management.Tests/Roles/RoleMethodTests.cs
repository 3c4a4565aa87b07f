using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Roles;

/// <summary>The methods of the role objects: who may call them, what they answer, what the audit tells (OPC 10000-18, 4.2 and 4.4).</summary>
[CancelAfter(60_000)]
internal sealed class RoleMethodTests : AdminFixture
{
    private const uint RoleSet = 15606,
        Operator = 15680,
        Identities = 16225,
        AddIdentity = 15684,
        RemoveIdentity = 15686,
        AddIdentityOfType = 15624,
        AddRole = 16301,
        RemoveRole = 16304;

    private readonly List<string> _kept = [];
    private Exception? _trouble;

    [SetUp]
    public void Forget()
    {
        _kept.Clear();
        _trouble = null;
    }

    private Task StartAsync() =>
        StartSecureAsync(options =>
            options with
            {
                Permissions = PermissionSet.ForEverybody(NodePermissions.All),
                Extensions =
                [
                    new RoleExtension(
                        _ =>
                            [
                                .. _kept.Select(name => new IdentityMappingRuleType
                                {
                                    CriteriaType = IdentityCriteriaType.UserName,
                                    Criteria = name,
                                }),
                            ],
                        new RoleManagement
                        {
                            AddIdentity = (role, rule) =>
                            {
                                if (_trouble is not null)
                                    throw _trouble;
                                _kept.Add(rule.Criteria!);
                                return $"{rule.Criteria} is {role}";
                            },
                            RemoveIdentity = (role, rule) =>
                                _kept.Remove(rule.Criteria!)
                                    ? $"{rule.Criteria} is not {role}"
                                    : throw new UaException(StatusCodes.BadNotFound, "nobody"),
                            AddRole = role => role.Name,
                            RemoveRole = role => role,
                            Restrict = role => role.Name,
                        }
                    ),
                ],
            }
        );

    [Test]
    public async Task An_administrator_gives_a_role_and_takes_it_away()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Assert.That(await CallAsync(admin, Operator, AddIdentity, Rule("anna")), Is.EqualTo("Good"));
        Assert.That(
            await CallAsync(admin, Operator, AddIdentityOfType, Rule("bert")),
            Is.EqualTo("Good"),
            "the method of the type does the same"
        );
        var shown = (ExtensionObject[])(await admin.ReadAsync(Stop, Identities))[0].Value.Reference!;
        Assert.That(shown.Select(rule => ((IdentityMappingRuleType)rule.Body!).Criteria), Is.EqualTo(new[] { "anna", "bert" }));
        Assert.That(await CallAsync(admin, Operator, RemoveIdentity, Rule("anna")), Is.EqualTo("Good"));
        Assert.That(await CallAsync(admin, Operator, RemoveIdentity, Rule("anna")), Is.EqualTo("BadNotFound"));
        Assert.That(_kept, Is.EqualTo(new[] { "bert" }));
    }

    [TestCase("mes", MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied")]
    [TestCase("config", MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied")]
    [TestCase("admin", MessageSecurityMode.Sign, "BadSecurityModeInsufficient")]
    public async Task Nobody_else_may_and_what_is_in_a_role_is_hidden(string user, MessageSecurityMode mode, string status)
    {
        await StartAsync();
        var client = await UserAsync(user, mode);
        foreach (
            var (target, method) in ((uint, uint)[])
                [
                    (Operator, AddIdentity),
                    (Operator, RemoveIdentity),
                    (Operator, AddIdentityOfType),
                    (RoleSet, AddRole),
                    (RoleSet, RemoveRole),
                ]
        )
            Assert.That(await CallAsync(client, target, method, Rule("eve")), Is.EqualTo(status), $"{method}");
        Assert.That(_kept, Is.Empty);
        var children = (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = Operator,
                            BrowseDirection = BrowseDirection.Forward,
                            ReferenceTypeId = Ids.Aggregates,
                            IncludeSubtypes = true,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;
        Assert.That(children, Has.Length.EqualTo(user == "admin" ? 11 : 0));
    }

    [TestCase(typeof(IOException))]
    [TestCase(typeof(UnauthorizedAccessException))]
    public async Task What_a_full_or_locked_disk_does_not_store_is_refused_and_the_log_says_what_to_do(Type trouble)
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        _trouble = (Exception)Activator.CreateInstance(trouble, "No space left on device : '/users.yaml'")!;
        Assert.That(await CallAsync(admin, Operator, AddIdentity, Rule("anna")), Is.EqualTo("BadResourceUnavailable"));
        Assert.That(
            (await Server.HappensAsync<RoleMappingChanged>(Stop, happened => happened.Status.IsBad)).Text,
            Does.StartWith("AddIdentity was refused: ")
                .And.Contain("No space left on device : '/users.yaml'")
                .And.Contain("Make room on the disk")
        );
        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty, "it is no bug");
        _trouble = null;
        Assert.That(await CallAsync(admin, Operator, AddIdentity, Rule("anna")), Is.EqualTo("Good"));
        Assert.That(_kept, Is.EqualTo(new[] { "anna" }));
    }

    [Test]
    public async Task What_no_role_can_be_is_refused_with_the_status_of_the_standard()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Assert.That(await CallAsync(admin, RoleSet, AddRole, Variant.From("Operator"), Variant.From("")), Is.EqualTo("BadAlreadyExists"));
        Assert.That(await CallAsync(admin, RoleSet, AddRole, Variant.From("a/b"), Variant.From("")), Is.EqualTo("BadInvalidArgument"));
        Assert.That(
            await CallAsync(admin, RoleSet, AddRole, Variant.From("Shift"), Variant.From("urn:nobody")),
            Is.EqualTo("BadInvalidArgument")
        );
        Assert.That(await CallAsync(admin, RoleSet, RemoveRole, Variant.From((NodeId)Operator)), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(await CallAsync(admin, RoleSet, RemoveRole, Variant.From((NodeId)4711)), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That(await CallAsync(admin, Operator, AddIdentity), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(await CallAsync(admin, Operator, AddIdentity, Variant.From("anna")), Is.EqualTo("BadInvalidArgument"));
    }

    private static Variant Rule(string name) =>
        Variant.From(ExtensionObject.From(new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = name }));

    private static async Task<string> CallAsync(UaTestClient client, uint target, uint method, params Variant[] arguments) =>
        StatusCodes.NameOf((
                await client.CallAsync<CallResponse>(
                    new CallRequest
                    {
                        MethodsToCall =
                        [
                            new CallMethodRequest
                            {
                                ObjectId = target,
                                MethodId = method,
                                InputArguments = arguments,
                            },
                        ],
                    },
                    Stop
                )
            ).Results[0].StatusCode);
}
