using System.IO.Pipelines;

namespace S7OpcBridge.Cluster.Security;

/// <summary>A stream as the two pipes of a connection.</summary>
internal sealed class StreamPipes(Stream stream) : IDuplexPipe
{
    public PipeReader Input { get; } = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: 32 * 1024, leaveOpen: true));

    public PipeWriter Output { get; } =
        PipeWriter.Create(stream, new StreamPipeWriterOptions(minimumBufferSize: 32 * 1024, leaveOpen: true));
}
