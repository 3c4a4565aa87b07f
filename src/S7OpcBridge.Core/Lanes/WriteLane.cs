using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.Writing;

namespace S7OpcBridge.Core.Lanes;

/// <summary>The write lane of one connection: sends requests one after the other in order of arrival and requests a read-back of the written tags.</summary>
internal sealed class WriteLane(PlcContext context, PlcLink link, WriteQueue writes, ReadBacks readBacks, int itemCap)
{
    private readonly TextLengths _texts = new(context, link);

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (await writes.WaitAsync(cancellationToken).ConfigureAwait(false))
        {
            while (writes.TryTake(out var request))
                await WriteAsync(request, cancellationToken).ConfigureAwait(false);
        }
    }

    private async ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken)
    {
        try
        {
            context.ThrowIfFenced();
            request.ItemCap = itemCap;
            if (request.Texts.Count > 0)
            {
                await _texts.CheckAsync(request, cancellationToken).ConfigureAwait(false);
                context.ThrowIfFenced();
            }
            await link.WriteAsync(request, cancellationToken).ConfigureAwait(false);
            readBacks.Want(request);
        }
        finally
        {
            request.Complete(TagWriteResult.NoCommunication);
        }
    }
}
