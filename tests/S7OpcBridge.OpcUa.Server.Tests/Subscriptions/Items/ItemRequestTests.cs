namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions.Items;

/// <summary>CreateMonitoredItems and ModifyMonitoredItems as bytes.</summary>
public class ItemRequestTests
{
    [Test]
    public void An_item_costs_no_more_than_what_is_kept_of_it()
    {
        const int Items = 10_000;
        using var rig = new Rig(plain: Items);
        var filter = new DataChangeFilter { Trigger = DataChangeTrigger.StatusValue };
        var request = Request(
            rig.Subscribe(),
            Enumerable.Range(0, Items).Select(i => Item(TestNodes.Id(TestNodes.FirstPlain + i), filter))
        );
        Create(rig, Request(rig.Subscribe(), [Item(TestNodes.Id(TestNodes.FirstPlain), filter)])); // what is made once is there
        var allocated = Create(rig, request);

        // 48 bytes, its share of the arrays of blocks and of the bits, and a text that the nodes of this test make to look it up.
        var lookUp = AllocatedBy(() => rig.Space.Current.Find(TestNodes.Id(TestNodes.FirstPlain + 5_000)));
        Assert.That(allocated / (double)Items, Is.LessThan(48 + 8 + lookUp));
        Assert.That(rig.Services.MonitoredItemCount, Is.EqualTo(Items + 1));
    }

    [Test]
    public void A_request_that_breaks_off_makes_no_item_at_all()
    {
        using var rig = new Rig();
        var request = Request(
            rig.Subscribe(),
            [Item(TestNodes.Id(TestNodes.Double)), Item(TestNodes.Id(TestNodes.Text), new DataChangeFilter())]
        );
        for (var length = 0; length < request.Length; length++)
        {
            var cut = request[..length];
            Assert.That(() => Create(rig, cut), Throws.TypeOf<UaException>());
        }

        Assert.That(rig.Services.MonitoredItemCount, Is.Zero);
        Create(rig, request);
        Assert.That(rig.Services.MonitoredItemCount, Is.EqualTo(2));
    }

    [Test]
    public void A_filter_with_a_byte_too_many_is_malformed_as_any_structure_is()
    {
        using var rig = new Rig();
        var request = Request(rig.Subscribe(), [Item(TestNodes.Id(TestNodes.Double), new DataChangeFilter())]);
        var length = request.AsSpan().IndexOf((byte[])[16, 0, 0, 0]); // of the filter's body
        request[length]++;
        Assert.That(() => Create(rig, request), Throws.TypeOf<UaException>().With.Message.Contains("too many"));
    }

    [Test]
    public void A_name_that_is_no_text_names_no_node()
    {
        using var rig = new Rig();
        var request = Request(rig.Subscribe(), [Item(new NodeId(2, "n0"))]);
        request[request.AsSpan().IndexOf("n0"u8)] = 0xFF;
        var response = Answer(rig, request);
        Assert.That(response.Results.Select(result => result.StatusCode.Value), Is.EqualTo(new[] { StatusCodes.BadNodeIdUnknown }));
    }

    private static MonitoredItemCreateRequest Item(NodeId node, DataChangeFilter? filter = null) =>
        new()
        {
            ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.Value },
            MonitoringMode = MonitoringMode.Reporting,
            RequestedParameters = new MonitoringParameters { Filter = filter is null ? null : ExtensionObject.From(filter) },
        };

    // Behind the header.
    private static byte[] Request(uint subscription, IEnumerable<MonitoredItemCreateRequest> items)
    {
        using var buffer = MessageBuffer.Rent(65_536, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteUInt32(subscription);
        writer.WriteInt32((int)TimestampsToReturn.Both);
        writer.WriteStructures([.. items]);
        writer.Flush();
        return buffer.ToArray();
    }

    private static long Create(Rig rig, byte[] request)
    {
        using var answer = MessageBuffer.Rent(1 << 20, 0, 0);
        return AllocatedBy(() =>
        {
            var reader = new UaReader(request, EncodingLimits.Default);
            var writer = new UaWriter(answer);
            rig.Services.CreateMonitoredItems(rig.Owner, ref reader, ref writer);
        });
    }

    private static CreateMonitoredItemsResponse Answer(Rig rig, byte[] request)
    {
        using var answer = MessageBuffer.Rent(65_536, 0, 0);
        var reader = new UaReader(request, EncodingLimits.Default);
        var writer = new UaWriter(answer);
        new ResponseHeader().Encode(ref writer);
        rig.Services.CreateMonitoredItems(rig.Owner, ref reader, ref writer);
        writer.Flush();
        var answered = new UaReader(answer.ToArray(), EncodingLimits.Default);
        return CreateMonitoredItemsResponse.Decode(ref answered);
    }

    private static long AllocatedBy(Action action)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
