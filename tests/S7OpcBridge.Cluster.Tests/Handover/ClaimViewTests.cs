using System.Net;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Cluster.Handover;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Handover;

/// <summary>By which view a node grants a claim.</summary>
internal sealed class ClaimViewTests
{
    [TestCase(7, true, TestName = "A_claim_is_granted_by_the_view_in_which_it_is_made")]
    [TestCase(6, true, TestName = "A_claim_is_granted_by_a_later_view_with_its_node")]
    [TestCase(8, false, TestName = "No_claim_is_granted_before_this_node_acts_by_its_view")]
    public async Task Claim(int view, bool isGranted) =>
        Assert.That(await AskAsync("b", view), Is.EqualTo(isGranted ? ClaimState.Granted : ClaimState.Refused));

    [Test]
    public async Task A_node_that_is_no_member_any_more_has_no_claim() =>
        Assert.That(await AskAsync("c", 6), Is.EqualTo(ClaimState.Refused));

    private static async Task<ClaimState> AskAsync(string from, long view)
    {
        await using var plant = new SharedPlant("Line1");
        await using var acquisition = new Acquisition(plant.Map(), TimeProvider.System, NullLoggerFactory.Instance);
        acquisition.JoinCluster(
            new RemotePlcs
            {
                MayWork = static () => true,
                WriteAsync = static (_, _, _, _) => Task.CompletedTask,
                NextCycleAsync = static (_, _, _) => Task.CompletedTask,
                ReadBackAsync = static (_, _, _) => Task.CompletedTask,
                Release = static (_, _) => { },
                RestorePace = static _ => { },
                AcknowledgeAsync = static (_, _, _) => throw new NotSupportedException(),
                Listened = static (_, _, _) => { },
            }
        );
        var owners = new Owners(static _ => null, static () => null);
        owners.Adopt(new ClusterView(7, [.. new[] { "a", "b" }.Select(Member)]));
        var tags = new MapTags(acquisition.Map);
        using var handover = new PlcHandover(
            new HandoverParts(
                "a",
                acquisition,
                new TenureTable("a", TimeProvider.System),
                owners,
                () => tags,
                static (_, _, _, _) => throw new NotSupportedException(),
                static () => true,
                TimeProvider.System,
                NullLogger.Instance
            )
        );
        return ClaimMessage.ReadAnswer(handover.Answer(from, new ClaimMessage(view, [("Line1", 0)]).Write()))[0].State;
    }

    private static ClusterMember Member(string node, int place) =>
        new(node, new IPEndPoint(IPAddress.Loopback, 1000 + place), IsSelf: place == 0);
}
