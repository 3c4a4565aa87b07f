using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Users;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests;

/// <summary>A server that is not given its management works, and has none of its nodes.</summary>
[CancelAfter(60_000)]
internal sealed class WithoutManagementTests : AdminFixture
{
    private static NodeExtension[] All =>
        [new RoleExtension(static _ => []), new ConfigurationExtension(new MemoryStores(Certificates.Server.Certificate).Management())];

    [Test]
    public async Task No_node_of_management_is_there_and_sessions_log_in()
    {
        await StartSecureAsync(options => options);
        var admin = await UserAsync("admin");
        var space = Server.Server.AddressSpace.Current;
        Assert.That((await admin.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
        foreach (
            var node in (uint[])
                [
                    .. All.SelectMany(static e => e.Served),
                    ConfigurationIds.UpdateCertificate,
                    ConfigurationIds.TrustList,
                    UserManagementNodes.UserManagement,
                ]
        )
            Assert.That(space.Find(node).Exists, Is.False, $"i={node}");
    }

    [Test]
    public async Task What_an_extension_serves_is_there_with_it_and_nothing_else_comes_with_it()
    {
        await StartSecureAsync(options => options with { Extensions = All });
        var space = Server.Server.AddressSpace.Current;
        foreach (var node in All.SelectMany(static e => e.Served))
            Assert.That(space.Find(node).Exists, Is.True, $"i={node}");
        foreach (var node in All.SelectMany(static e => e.NotServed))
            Assert.That(space.Find(node).Exists, Is.False, $"i={node}");
    }
}
