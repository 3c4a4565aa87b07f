using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Tests.Users;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Calls;

/// <summary>Every method of a server that has them all, by its own id and by that of the method of the object's type (OPC 10000-4, Table 59).</summary>
[CancelAfter(60_000)]
internal sealed class MethodIdTests : AdminFixture
{
    [Test]
    [ConformanceUnit("Method Call")]
    public async Task Each_method_answers_by_the_id_of_its_type_as_by_its_own()
    {
        await StartWithAllAsync();
        var space = Server.Server.AddressSpace.Current;
        var admin = await UserAsync("admin");
        var ofTypes = 0;
        foreach (var (owner, method, types) in MethodWalk.Of(space))
        {
            var own = await StatusAsync(admin, space.IdOf(owner), space.IdOf(method));
            Assert.That(
                own,
                Is.Not.EqualTo("BadMethodInvalid").And.Not.EqualTo("BadNodeIdUnknown"),
                $"{space.IdOf(owner)} {space.BrowseNameOf(method)}"
            );
            foreach (var type in types)
            {
                ofTypes++;
                Assert.That(
                    await StatusAsync(admin, space.IdOf(owner), space.IdOf(type)),
                    Is.EqualTo(own),
                    $"{space.IdOf(owner)} by {space.IdOf(type)}"
                );
            }
        }

        Assert.That(ofTypes, Is.GreaterThan(60), "push management, the trust list, subscriptions, eight roles and an alarm");
    }

    [Test]
    [ConformanceUnit("Method Call")]
    public async Task A_method_that_the_object_does_not_have_is_invalid_though_its_type_has_it()
    {
        await StartWithAllAsync();
        const uint resetToServerDefaultsOfType = 25699,
            resendDataOfType = 12871,
            serverType = 2004;
        var admin = await UserAsync("admin");
        Assert.That(
            await StatusAsync(admin, ConfigurationIds.ServerConfiguration, resetToServerDefaultsOfType),
            Is.EqualTo("BadMethodInvalid")
        );
        Assert.That(await StatusAsync(admin, Ids.ObjectsFolder, resendDataOfType), Is.EqualTo("BadMethodInvalid"), "of another type");
        Assert.That(await StatusAsync(admin, serverType, resendDataOfType), Is.EqualTo("BadMethodInvalid"), "a type is no object");
    }

    [Test]
    [ConformanceUnit("Method Call")]
    public async Task A_method_has_the_permissions_of_the_object_when_it_is_named_by_its_type()
    {
        await StartWithAllAsync();
        var space = Server.Server.AddressSpace.Current;
        var mes = await UserAsync("mes");
        foreach (var (owner, method, types) in MethodWalk.Of(space))
        {
            var own = await StatusAsync(mes, space.IdOf(owner), space.IdOf(method));
            foreach (var type in types)
                Assert.That(
                    await StatusAsync(mes, space.IdOf(owner), space.IdOf(type)),
                    Is.EqualTo(own),
                    $"{space.IdOf(owner)} by {space.IdOf(type)}"
                );
        }
    }

    [TestCase("Anonymous")]
    [TestCase("Operator")]
    [TestCase("ConfigureAdmin")]
    [TestCase("SecurityAdmin")]
    public async Task Who_may_not_see_an_object_does_not_see_its_methods(string role)
    {
        await StartWithAllAsync();
        var space = Server.Server.AddressSpace.Current;
        var access = new NodeAccess(Server.Server.Options.Permissions);
        var caller = new UaCaller(default, "test", role, [role], "urn:client", null, true);
        Assert.That(
            MethodWalk
                .Of(space)
                .Where(m => !access.MayBrowse(space, m.Owner, caller) && access.MayBrowse(space, m.Method, caller))
                .Select(m => space.IdOf(m.Method)),
            Is.Empty
        );
    }

    [Test]
    public async Task Only_an_administrator_sees_the_methods_of_ServerConfiguration_and_their_arguments()
    {
        await StartWithAllAsync();
        var seen = new List<string>();
        foreach (var user in (string[])["admin", "mes"])
        {
            var client = await UserAsync(user);
            foreach (
                var node in (uint[])[ConfigurationIds.ServerConfiguration, ConfigurationIds.UpdateCertificate, ConfigurationIds.TrustList]
            )
            {
                var parts = await BrowseAsync(client, node);
                seen.Add($"{user} {node}: {parts.Count(r => r.NodeClass == NodeClass.Method || r.BrowseName.Name == "InputArguments")}");
            }
        }

        Assert.That(
            seen,
            Is.EqualTo((string[])["admin 12637: 5", "admin 13737: 1", "admin 12642: 10", "mes 12637: 0", "mes 13737: 0", "mes 12642: 0"])
        );
    }

    // Nine arguments are too many for each method, so that none of them changes anything; the method itself says so.
    private static async Task<string> StatusAsync(UaTestClient client, NodeId target, NodeId method)
    {
        var request = new CallRequest
        {
            MethodsToCall =
            [
                new CallMethodRequest
                {
                    ObjectId = target,
                    MethodId = method,
                    InputArguments = new Variant[9],
                },
            ],
        };
        return StatusCodes.NameOf((await client.CallAsync<CallResponse>(request, Stop)).Results[0].StatusCode);
    }

    private static async Task<ReferenceDescription[]> BrowseAsync(UaTestClient client, NodeId node) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = node,
                            ReferenceTypeId = Ids.Aggregates,
                            IncludeSubtypes = true,
                            ResultMask = 63,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;

    private Task StartWithAllAsync()
    {
        var conditions = new ConditionSet(TimeProvider.System, "urn:test:server");
        conditions.Replace([
            new ConditionDefinition(
                new NodeId(2, "Motor/Overload"),
                PlantNodes.Id("Motor"),
                ConditionKind.OffNormal,
                "Overload",
                new ConditionRules { AckRequired = true }
            )
            {
                Notifier = PlantNodes.Id("Line1"),
            },
        ]);
        return StartSecureAsync(o =>
            o with
            {
                Permissions = PermissionSet.ForEverybody(NodePermissions.Browse | NodePermissions.Read | NodePermissions.Call),
                Extensions =
                [
                    new ConditionExtension(conditions),
                    new ConfigurationExtension(
                        new MemoryStores(Certificates.Server.Certificate).Management(60_000),
                        UserMethodTests.Management([], [])
                    ),
                    new RoleExtension(
                        _ => [],
                        new RoleManagement
                        {
                            AddIdentity = (_, _) => "",
                            RemoveIdentity = (_, _) => "",
                            AddRole = _ => "",
                            RemoveRole = _ => "",
                            Restrict = _ => "",
                        }
                    ),
                ],
                Aliases = _ => [],
            }
        );
    }
}
