using S7OpcBridge.Hosting;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Tests;

/// <summary>The limits of the map and those of the server.</summary>
public sealed class OpcUaLimitsTests
{
    [Test]
    public void A_map_that_says_nothing_leaves_the_server_its_own_limits() =>
        Assert.That(OpcUaLimits.From(new ServerLimits()), Is.EqualTo(new UaServerLimits()));

    [Test]
    public void Twice_as_many_messages_are_kept_as_there_may_be_Publish_requests()
    {
        var limits = OpcUaLimits.From(new ServerLimits { MaxPublishRequests = 230, MaxOperations = 16 });
        Assert.That((limits.Subscriptions.MaxPublishRequests, limits.Subscriptions.MaxUnacknowledgedMessages), Is.EqualTo((230, 460)));
        Assert.That((limits.MaxOperationsPerCall, limits.Subscriptions.MaxOperationsPerCall), Is.EqualTo((16, 16)));
    }

    [Test]
    public void The_map_knows_the_roles_of_the_server()
    {
        Assert.That(UserRoles.Given, Is.EqualTo(Role.Names));
        Assert.That(
            UserRoles.All,
            Is.EqualTo((string[])[nameof(WellKnownRoles.Anonymous), nameof(WellKnownRoles.AuthenticatedUser), .. Role.Names])
        );
    }
}
