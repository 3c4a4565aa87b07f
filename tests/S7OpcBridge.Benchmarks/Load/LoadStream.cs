using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A session under load: takes answers as they come, asks again, and touches as few bytes as it can: the same for every server. One thread, no garbage.
/// </summary>
internal abstract class LoadStream(LoadSession session) : IDisposable
{
    private const int ReceiveSize = 512 * 1024;

    private readonly byte[] _received = new byte[ReceiveSize];
    private readonly byte[] _sending = new byte[256 * 1024];
    private int _start,
        _end,
        _unsent;
    private readonly List<byte> _looked = [];
    private bool _isInside,
        _isClosed;

    public LoadSession Session => session;

    /// <summary>Bytes received, headers and all.</summary>
    public long Bytes { get; private set; }

    /// <summary>Values or notifications received.</summary>
    public long Values { get; protected set; }

    /// <summary>Answers received.</summary>
    public long Messages { get; private set; }

    /// <summary>
    /// True once what the server gives has been seen to be right; until then answers are decoded and looked at value by value, from then on only counted.
    /// </summary>
    public abstract bool IsChecked { get; }

    /// <summary>Sends the first requests.</summary>
    public abstract void Start();

    /// <summary>Takes what has come, waiting for something if need be, and asks for more.</summary>
    public void Receive()
    {
        var received = session.Channel.Socket.Receive(_received.AsSpan(_end));
        if (received == 0)
            throw new EndOfStreamException("The server hung up.");
        (Bytes, _end) = (Bytes + received, _end + received);
        while (
            _end - _start >= FrameHeader.Length && FrameHeader.Read(_received.AsSpan(_start)) is var header && header.Size <= _end - _start
        )
        {
            Take(new ArraySegment<byte>(_received, _start, (int)header.Size), header);
            _start += (int)header.Size;
        }
        if (_start > 0)
            _received.AsSpan(_start, _end - _start).CopyTo(_received);
        (_start, _end) = (0, _end - _start);
        Flush();
    }

    /// <summary>Ends the session and its subscriptions, so that the server has nothing to do for it any more.</summary>
    public void Dispose()
    {
        session.Channel.Socket.ReceiveTimeout = 10_000;
        try
        {
            Ask(LoadChannel.Encode(new CloseSessionRequest { RequestHeader = session.NewHeader(), DeleteSubscriptions = true }));
            Flush();
            while (!_isClosed)
                Receive();
        }
        catch (Exception e) when (e is IOException or System.Net.Sockets.SocketException or UaException)
        {
            // It is gone, or answers what still waited with a fault.
        }
        session.Dispose();
    }

    /// <summary>Reads an answer from its first chunk.</summary>
    protected abstract void TakeHead(uint type, ref UaReader body);

    /// <summary>An answer is complete: the moment to ask again.</summary>
    protected abstract void TakeEnd();

    /// <summary>Looks at a whole answer, which the reader stands behind the type of.</summary>
    protected abstract void Check(ref UaReader answer);

    /// <summary>Appends a request to what is sent next.</summary>
    protected void Ask(ReadOnlySpan<byte> body)
    {
        if (_unsent + SecureChannel.HeaderLength + body.Length + 64 > _sending.Length)
            Flush();
        body.CopyTo(_sending.AsSpan(_unsent + SecureChannel.HeaderLength));
        _unsent += session.Channel.Seal(new ArraySegment<byte>(_sending)[_unsent..], SecureChannel.HeaderLength + body.Length);
    }

    protected void Flush()
    {
        for (var at = 0; at < _unsent; )
            at += session.Channel.Socket.Send(_sending.AsSpan(at, _unsent - at));
        _unsent = 0;
    }

    private void Take(ArraySegment<byte> frame, FrameHeader header)
    {
        if (header.Type == MessageType.Error)
            throw ErrorMessage.Read(frame.ToArray());
        var end = session.Channel.Open(frame);
        var body = frame.AsSpan(SecureChannel.HeaderLength..end);
        if (!_isInside)
        {
            var reader = new UaReader(body, EncodingLimits.Default);
            var type = reader.ReadNodeIdView().Numeric;
            _isClosed |= type == CloseSessionResponse.EncodingId;
            if (!_isClosed)
                TakeHead(type, ref reader);
        }
        _isInside = header.Chunk != ChunkType.Final;
        if (_isClosed)
            return;
        if (!IsChecked)
            _looked.AddRange(body);
        if (_isInside)
            return;
        Messages++;
        if (!IsChecked)
            Check();
        TakeEnd();
    }

    private void Check()
    {
        var answer = new UaReader(_looked.ToArray(), EncodingLimits.Default);
        answer.ReadNodeId();
        Check(ref answer);
        _looked.Clear();
    }

    /// <summary>Skips the ResponseHeader.</summary>
    /// <exception cref="UaException">The server says that the call failed.</exception>
    protected static void SkipHead(uint type, ref UaReader reader)
    {
        reader.ReadDateTime();
        reader.ReadUInt32();
        var status = reader.ReadStatusCode();
        if (status.IsBad)
            throw new UaException(status, $"Answer {type}: {StatusCodes.NameOf(status)}");
        if (reader.ReadByte() != 0)
            throw new InvalidOperationException("The server sends diagnostics that were not asked for.");
        for (var texts = reader.ReadInt32(); texts > 0; texts--)
            reader.ReadStringBytes(out _);
        reader.ReadNodeIdView();
        if (reader.ReadByte() != 0)
            reader.ReadByteStringSpan(out _);
    }
}
