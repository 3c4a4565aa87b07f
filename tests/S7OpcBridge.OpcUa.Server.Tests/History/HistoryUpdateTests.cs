namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class HistoryUpdateTests : HistoryFixture
{
    [Test]
    public async Task Nobody_changes_the_history()
    {
        Record(0, At(0), Variant.From(1.0));
        await StartAsync();
        var client = await SessionAsync();
        DataValue[] values = [new DataValue(Variant.From(2.0), 0, At(1), 0)];
        IUaStructure[] all =
        [
            new UpdateDataDetails
            {
                NodeId = Toy,
                PerformInsertReplace = PerformUpdateType.Insert,
                UpdateValues = values,
            },
            new UpdateStructureDataDetails { NodeId = Toy, PerformInsertReplace = PerformUpdateType.Update },
            new UpdateEventDetails { NodeId = Toy },
            new DeleteRawModifiedDetails
            {
                NodeId = Toy,
                StartTime = At(0),
                EndTime = At(1),
            },
            new DeleteAtTimeDetails { NodeId = Toy, ReqTimes = [At(0)] },
            new DeleteEventDetails { NodeId = Toy },
            new DeleteAtTimeDetails { NodeId = new NodeId(2, "nobody"), ReqTimes = [At(0)] },
            new ReadAtTimeDetails(),
        ];
        var answer = await client.CallAsync<HistoryUpdateResponse>(
            new HistoryUpdateRequest { HistoryUpdateDetails = [.. all.Select(ExtensionObject.From)] },
            Stop
        );
        Assert.That(
            answer.Results.Select(r => StatusCodes.NameOf(r.StatusCode)),
            Is.EqualTo(
                (string[])[.. Enumerable.Repeat("BadHistoryOperationUnsupported", 6), "BadNodeIdUnknown", "BadHistoryOperationInvalid"]
            )
        );
        Assert.That(ValuesOf(await ReadAsync(client, Raw(At(-1), At(2)))), Has.Length.EqualTo(1));
    }

    [Test]
    public async Task An_update_of_nothing_or_of_too_much_is_a_fault()
    {
        await StartAsync(new HistoryLimits { MaxNodesPerCall = 1 });
        var client = await SessionAsync();
        Assert.That(await StatusOf(UpdateAsync()), Is.EqualTo("BadNothingToDo"));
        Assert.That(await StatusOf(UpdateAsync(null, null)), Is.EqualTo("BadTooManyOperations"));

        Task UpdateAsync(params ExtensionObject?[] details) =>
            client.CallAsync<HistoryUpdateResponse>(new HistoryUpdateRequest { HistoryUpdateDetails = details }, Stop);
    }
}
