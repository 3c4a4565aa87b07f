using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Roles;

/// <summary>Roles beside the well-known ones, and applications and endpoints of roles, over the wire (OPC 10000-18, 4.2 to 4.4).</summary>
[CancelAfter(60_000)]
internal sealed class CustomRoleTests : CustomRoleFixture
{
    private static readonly string[] AuditFields = ["EventType", "MethodId", "ClientUserId", "Status"];

    [Test]
    public async Task A_role_comes_with_a_node_and_its_permissions_and_goes_at_once()
    {
        await StartAsync();
        var (admin, mes) = (await UserAsync("admin"), await UserAsync("mes"));
        Server.Set(0, Variant.From(7));
        Assert.That(await ReadStatusAsync(mes), Is.EqualTo("BadUserAccessDenied"), "a role that is not there gives nothing");
        var added = await ResultOf(admin, RoleSet, AddRole, Variant.From("Shift"), Variant.From("urn:test:toys"));
        Assert.That((StatusCodes.NameOf(added.StatusCode), added.OutputArguments[0].Reference), Is.EqualTo(("Good", (object)Shift)));
        Assert.That(await CallAsync(admin, RoleSet, AddRole, Variant.From("Shift"), Variant.From("")), Is.EqualTo("BadAlreadyExists"));
        Assert.That(await ReadStatusAsync(mes), Is.EqualTo("Good"), "in the session that was open");

        var role = (await BrowseAsync(admin, RoleSet)).Single(r => r.NodeId.Id == Shift);
        Assert.That(
            (role.BrowseName.Namespace, role.BrowseName.Name, role.TypeDefinition.Id),
            Is.EqualTo(((ushort)2, "Shift", (NodeId)15620))
        );
        Assert.That(
            (await BrowseAsync(admin, Shift)).Select(r => r.BrowseName.Name),
            Is.EquivalentTo(
                new[]
                {
                    "Identities",
                    "ApplicationsExclude",
                    "Applications",
                    "EndpointsExclude",
                    "Endpoints",
                    "AddIdentity",
                    "RemoveIdentity",
                    "AddApplication",
                    "RemoveApplication",
                    "AddEndpoint",
                    "RemoveEndpoint",
                }
            )
        );
        Assert.That(await BrowseAsync(mes, Shift), Is.Empty, "what is in it is for SecurityAdmin");
        var argument = (ExtensionObject[])
            (await admin.ReadAsync(Stop, new NodeId(1, "Roles/Shift/AddApplication/InputArguments")))[0].Value.Reference!;
        Assert.That(((Argument)argument.Single().Body!).Name, Is.EqualTo("ApplicationUri"));
        Assert.That(
            (await admin.ReadAsync(Stop, new NodeId(1, "Roles/Shift/ApplicationsExclude")))[0].Value.Bits,
            Is.EqualTo(1),
            "as the standard wants it of a new role"
        );

        Assert.That(await CallAsync(mes, RoleSet, RemoveRole, Variant.From(Shift)), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await CallAsync(admin, RoleSet, RemoveRole, Variant.From(Shift)), Is.EqualTo("Good"));
        Assert.That(await ReadStatusAsync(mes), Is.EqualTo("BadUserAccessDenied"));
        Assert.That((await BrowseAsync(admin, RoleSet)).Select(r => r.NodeId.Id), Has.None.EqualTo(Shift));
        Assert.That(await CallAsync(admin, RoleSet, RemoveRole, Variant.From(Shift)), Is.EqualTo("BadNodeIdUnknown"));
    }

    [Test]
    public async Task RolePermissions_names_the_node_of_a_role()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Directory.Replace([new RoleConfiguration("Shift")]);
        var entries = (ExtensionObject[])
            (
                await admin.CallAsync<ReadResponse>(
                    new ReadRequest { NodesToRead = [new ReadValueId { NodeId = Tag, AttributeId = (uint)AttributeId.RolePermissions }] },
                    Stop
                )
            )
                .Results[0]
                .Value
                .Reference!;
        Assert.That(entries.Select(entry => ((RolePermissionType)entry.Body!).RoleId), Does.Contain(Shift));
    }

    [Test]
    public async Task Names_beyond_the_bits_are_refused()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        for (var i = 1; i < RoleDirectory.MaxNames; i++)
            Assert.That(await CallAsync(admin, RoleSet, AddRole, Variant.From($"Role {i}"), Variant.From("")), Is.EqualTo("Good"));
        Assert.That(
            await CallAsync(admin, RoleSet, AddRole, Variant.From("One more"), Variant.From("")),
            Is.EqualTo("BadResourceUnavailable")
        );
        Assert.That(
            await CallAsync(admin, RoleSet, AddRole, Variant.From("Shift"), Variant.From("")),
            Is.EqualTo("Good"),
            "the permissions named it from the start"
        );
    }

    [Test]
    public async Task A_role_holds_for_its_applications_on_channels_that_are_signed()
    {
        await StartAsync(NodePermissions.Read);
        var (admin, signed, bare) = (
            await UserAsync("admin"),
            await UserAsync("mes", MessageSecurityMode.Sign),
            await UserAsync("mes", MessageSecurityMode.None)
        );
        Server.Set(0, Variant.From(7));
        var uri = Variant.From("urn:test:client");
        Assert.That(await StatusesAsync(signed, bare), Is.EqualTo("Good Good"));
        Assert.That(await CallAsync(admin, Operator, AddApplication, uri), Is.EqualTo("Good"));
        Assert.That(
            await StatusesAsync(signed, bare),
            Is.EqualTo("BadUserAccessDenied BadUserAccessDenied"),
            "excluded, and who does not sign may call itself anything"
        );
        Assert.That(await CallAsync(admin, Operator, AddApplication, uri), Is.EqualTo("BadAlreadyExists"));
        Assert.That(await WriteAsync(admin, OperatorApplicationsExclude, Variant.From(false)), Is.EqualTo("Good"));
        Assert.That(await StatusesAsync(signed, bare), Is.EqualTo("Good BadUserAccessDenied"));
        Assert.That(
            await StatusesAsync(await UserAsync("mes", MessageSecurityMode.Sign), await UserAsync("mes", MessageSecurityMode.None)),
            Is.EqualTo("Good BadUserAccessDenied"),
            "at ActivateSession as well"
        );
        Assert.That(await CallAsync(admin, Operator, RemoveApplication, uri), Is.EqualTo("Good"));
        Assert.That(await CallAsync(admin, Operator, RemoveApplication, uri), Is.EqualTo("BadNotFound"));
        Assert.That(
            await StatusesAsync(signed, bare),
            Is.EqualTo("BadUserAccessDenied BadUserAccessDenied"),
            "an empty list that includes"
        );
        Assert.That(await CallAsync(admin, Operator, AddApplication, Variant.From("no uri")), Is.EqualTo("BadInvalidArgument"));
        Assert.That(await WriteAsync(signed, OperatorApplicationsExclude, Variant.From(true)), Is.EqualTo("BadSecurityModeInsufficient"));
        Assert.That(await WriteAsync(admin, OperatorApplicationsExclude, Variant.From(1)), Is.EqualTo("BadTypeMismatch"));
    }

    [Test]
    public async Task A_role_holds_for_its_endpoints()
    {
        await StartAsync(NodePermissions.Read);
        var (admin, signed, bare) = (
            await UserAsync("admin"),
            await UserAsync("mes", MessageSecurityMode.Sign),
            await UserAsync("mes", MessageSecurityMode.None)
        );
        Server.Set(0, Variant.From(7));
        var endpoint = Variant.From(ExtensionObject.From(new EndpointType { SecurityMode = MessageSecurityMode.None }));
        var open = Variant.From(ExtensionObject.From(new EndpointType { SecurityMode = MessageSecurityMode.None }));
        Assert.That(await CallAsync(admin, Operator, AddEndpoint, endpoint), Is.EqualTo("Good"));
        Assert.That(await StatusesAsync(signed, bare), Is.EqualTo("Good BadUserAccessDenied"));
        Assert.That(await WriteAsync(admin, OperatorEndpointsExclude, Variant.From(false)), Is.EqualTo("Good"));
        Assert.That(await StatusesAsync(signed, bare), Is.EqualTo("BadUserAccessDenied Good"));
        Assert.That(await CallAsync(admin, Operator, RemoveEndpoint, open), Is.EqualTo("Good"));
        Assert.That(await CallAsync(admin, Operator, RemoveEndpoint, open), Is.EqualTo("BadNotFound"));
        Assert.That(
            await CallAsync(admin, Operator, AddEndpoint, Variant.From(ExtensionObject.From(new EndpointType()))),
            Is.EqualTo("BadInvalidArgument")
        );
    }

    [Test]
    public async Task SecurityAdmin_cannot_shut_itself_out()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        Assert.That(
            await CallAsync(admin, SecurityAdmin, AddApplication, Variant.From("urn:test:client")),
            Is.EqualTo("BadRequestNotAllowed")
        );
        Assert.That(
            await WriteAsync(admin, 15527, Variant.From(false)),
            Is.EqualTo("BadRequestNotAllowed"),
            "EndpointsExclude with no endpoint"
        );
        Assert.That(
            await CallAsync(admin, 15644, AddApplication, Variant.From("urn:x")),
            Is.EqualTo("BadRequestNotAllowed"),
            "everybody has Anonymous"
        );
    }

    [TestCase(IdentityCriteriaType.AuthenticatedUser, null, "Good", "Good Good BadUserAccessDenied")]
    [TestCase(IdentityCriteriaType.Anonymous, null, "Good", "BadUserAccessDenied BadUserAccessDenied Good")]
    [TestCase(IdentityCriteriaType.Application, "urn:test:client", "Good", "Good BadUserAccessDenied BadUserAccessDenied")]
    [TestCase(IdentityCriteriaType.Application, "nothing", "BadInvalidArgument", null)]
    [TestCase(IdentityCriteriaType.Anonymous, "x", "BadInvalidArgument", null)]
    [TestCase(IdentityCriteriaType.Role, "x", "Good", "BadUserAccessDenied BadUserAccessDenied BadUserAccessDenied")]
    [TestCase(IdentityCriteriaType.GroupId, "x", "Good", "BadUserAccessDenied BadUserAccessDenied BadUserAccessDenied")]
    [TestCase(IdentityCriteriaType.Role, "", "BadInvalidArgument", null)]
    [TestCase(IdentityCriteriaType.GroupId, "a\nb", "BadInvalidArgument", null)]
    [TestCase(RoleConfiguration.TrustedApplication, null, "Good", "Good BadUserAccessDenied BadUserAccessDenied")]
    [TestCase(RoleConfiguration.TrustedApplication, "x", "BadInvalidArgument", null)]
    [TestCase((IdentityCriteriaType)99, null, "BadInvalidArgument", null)]
    public async Task A_rule_of_each_kind_does_what_the_standard_says(
        IdentityCriteriaType kind,
        string? criteria,
        string answer,
        string? seen
    )
    {
        await StartAsync();
        var (admin, anonymous) = (await UserAsync("admin"), await SessionAsync());
        Server.Set(0, Variant.From(7));
        var rule = Variant.From(ExtensionObject.From(new IdentityMappingRuleType { CriteriaType = kind, Criteria = criteria }));
        await CallAsync(admin, RoleSet, AddRole, Variant.From("Guests"), Variant.From(""));
        Assert.That(
            await CallAsync(admin, new NodeId(1, "Roles/Guests"), new NodeId(1, "Roles/Guests/AddIdentity"), rule),
            Is.EqualTo(answer)
        );
        if (seen is null)
            return;
        var bit = Directory.BitOf("Guests");
        UaTestClient[] clients =
        [
            await UserAsync("mes", MessageSecurityMode.Sign),
            await UserAsync("mes", MessageSecurityMode.None),
            anonymous,
        ];
        var has = clients.Select(client =>
            Directory.RolesOf(
                client == anonymous ? null : "mes",
                [],
                new RoleCircumstances("urn:test:client", client == clients[0] ? MessageSecurityMode.Sign : MessageSecurityMode.None, "", "")
            )
        );
        Assert.That(string.Join(' ', has.Select(roles => (roles & bit) != 0 ? "Good" : "BadUserAccessDenied")), Is.EqualTo(seen));
        Assert.That(await CallAsync(admin, new NodeId(1, "Roles/Guests"), AddIdentity, rule), Is.EqualTo("BadAlreadyExists"));
        Assert.That(
            ((ExtensionObject[])(await admin.ReadAsync(Stop, new NodeId(1, "Roles/Guests/Identities")))[0].Value.Reference!),
            Has.Length.EqualTo(1)
        );
        Assert.That(await CallAsync(admin, new NodeId(1, "Roles/Guests"), RemoveIdentity, rule), Is.EqualTo("Good"));
        Assert.That(
            await CallAsync(admin, Operator, AddIdentity, rule),
            Is.EqualTo(kind == IdentityCriteriaType.Anonymous ? "BadRequestNotAllowed" : "Good")
        );
        // An issuer names its users one by one; the other kinds would give the role to many.
        Assert.That(
            await CallAsync(admin, SecurityAdmin, AddIdentity, rule),
            Is.EqualTo(kind is IdentityCriteriaType.Role or IdentityCriteriaType.GroupId ? "Good" : "BadRequestNotAllowed")
        );
    }

    [Test]
    public async Task Each_change_is_told_as_an_event_and_to_the_log_with_who_and_what()
    {
        await StartAsync();
        var admin = await UserAsync("admin");
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, AuditFields);
        (NodeId Target, NodeId Method, Variant[] Arguments, string Text)[] calls =
        [
            (RoleSet, AddRole, [Variant.From("Shift"), Variant.From("")], "AddRole: kept."),
            (
                Shift,
                new NodeId(1, "Roles/Shift/AddApplication"),
                [Variant.From("urn:hmi")],
                "AddApplication: Shift, application urn:hmi; kept."
            ),
            (Shift, RemoveApplication, [Variant.From("urn:hmi")], "RemoveApplication: Shift, application urn:hmi; kept."),
            (
                Operator,
                AddEndpoint,
                [Variant.From(ExtensionObject.From(new EndpointType { SecurityMode = MessageSecurityMode.Sign }))],
                "AddEndpoint: Operator, endpoint Sign; kept."
            ),
            (
                Operator,
                RemoveEndpoint,
                [Variant.From(ExtensionObject.From(new EndpointType { SecurityMode = MessageSecurityMode.Sign }))],
                "RemoveEndpoint: Operator, endpoint Sign; kept."
            ),
            (RoleSet, RemoveRole, [Variant.From(Shift)], "RemoveRole: kept."),
        ];
        foreach (var (target, method, arguments, text) in calls)
        {
            Assert.That(await CallAsync(admin, target, method, arguments), Is.EqualTo("Good"), text);
            var told = await audit.NextAsync(
                Stop,
                fields => fields["EventType"].Reference is NodeId type && type == AuditTypes.RoleMappingRuleChanged
            );
            Assert.That(
                (told["MethodId"].Reference, told["ClientUserId"].Reference, told["Status"].Bits),
                Is.EqualTo(((object)method, (object)"admin", 1L))
            );
            Assert.That(
                (await Server.HappensAsync<RoleMappingChanged>(Stop, happened => happened.Text == text)).Caller.User,
                Is.EqualTo("admin")
            );
        }

        Assert.That(await CallAsync(admin, Operator, RemoveApplication, Variant.From("urn:nobody")), Is.EqualTo("BadNotFound"));
        Assert.That(
            (await Server.HappensAsync<RoleMappingChanged>(Stop, happened => happened.Status.IsBad)).Text,
            Is.EqualTo("RemoveApplication was refused: The role does not have it.")
        );
    }
}
