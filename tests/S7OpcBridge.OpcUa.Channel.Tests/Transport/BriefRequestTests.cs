using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Services;

/// <summary>What may be answered on the loop of all clients.</summary>
internal sealed class BriefRequestTests
{
    private static IEnumerable<TestCaseData> Requests()
    {
        yield return new TestCaseData(Read(1)).Returns(true).SetArgDisplayNames("Read of one node");
        yield return new TestCaseData(Read(100)).Returns(true).SetArgDisplayNames("Read of 100 nodes");
        yield return new TestCaseData(Read(1000)).Returns(false).SetArgDisplayNames("Read of 1,000 nodes");
        yield return new TestCaseData(new PublishRequest()).Returns(true).SetArgDisplayNames("Publish");
        foreach (
            var other in (IUaStructure[])
                [
                    new WriteRequest(),
                    new BrowseRequest(),
                    new CallRequest(),
                    new CreateSessionRequest(),
                    new ActivateSessionRequest(),
                    new CreateMonitoredItemsRequest(),
                    new RepublishRequest(),
                    new GetEndpointsRequest(),
                ]
        )
            yield return new TestCaseData(other).Returns(false).SetArgDisplayNames(other.GetType().Name);
    }

    [TestCaseSource(nameof(Requests))]
    public bool Small_Reads_and_Publish_are_brief(IUaStructure request) => BriefRequest.Is(UaTestChannel.Encode(request));

    [TestCase(MessageType.Message, 4096, ExpectedResult = true)]
    [TestCase(MessageType.Message, 4097, ExpectedResult = false)]
    [TestCase(MessageType.Close, 60, ExpectedResult = true)]
    [TestCase(MessageType.Open, 200, ExpectedResult = false)]
    public bool A_long_frame_or_one_that_needs_a_private_key_is_not_even_looked_into(uint type, int size)
    {
        var frame = new byte[size];
        FrameHeader.Write(frame, type, ChunkType.Final, size);
        return BriefRequest.MayBe(frame);
    }

    [TestCase(""), TestCase("01"), TestCase("0100"), TestCase("010077"), TestCase("00FF"), TestCase("01017702"), TestCase("02000077020000")]
    public void Anything_else_is_not(string hex) => Assert.That(BriefRequest.Is(Convert.FromHexString(hex)), Is.False);

    private static ReadRequest Read(int nodes) =>
        new()
        {
            NodesToRead =
            [
                .. Enumerable.Range(0, nodes).Select(i => new ReadValueId { NodeId = UaTestNodes.IdOfVariable(i), AttributeId = 13 }),
            ],
        };
}
