using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Writing;

namespace S7OpcBridge.Core.Tests;

public sealed class WriteQueueTests
{
    // The write lane takes on its thread while the end of the link empties the queue on another.
    [Test, CancelAfter(30_000)]
    public async Task A_link_that_ends_while_the_lane_takes_leaves_nobody_waiting_and_gives_no_request_twice(CancellationToken token)
    {
        const int rounds = 200,
            requests = 2000;
        for (var round = 0; round < rounds; round++)
        {
            var queue = new WriteQueue(requests);
            queue.Open();
            var all = new TagWriteRequest[requests];
            for (var i = 0; i < requests; i++)
                Assert.That(queue.Accept(all[i] = new TagWriteRequest(default, default)), Is.EqualTo(TagWriteResult.Ok));

            using var begin = new Barrier(2);
            var lane = Task.Run(
                () =>
                {
                    var taken = new List<TagWriteRequest>();
                    begin.SignalAndWait(token);
                    while (queue.TryTake(out var request))
                        taken.Add(request);
                    return taken;
                },
                token
            );
            begin.SignalAndWait(token);
            queue.Close();

            var played = await lane;
            Assert.That(played, Is.Unique);
            Assert.That(played.Where(request => request.Done.IsCompleted), Is.Empty, "what the lane has is the lane's to end");
            Assert.That(played.Count + all.Count(request => request.Done.IsCompleted), Is.EqualTo(requests));
        }
    }
}
