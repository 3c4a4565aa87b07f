using System.Buffers.Binary;

namespace S7OpcBridge.S7Plus.Frames;

/// <summary>Assembles messages from a stream of bytes: finds frames and joins fragments. Allocates only for a message longer than all before.</summary>
/// <param name="longestMessage">Longest accepted message, in bytes.</param>
internal sealed class FrameAssembler(int longestMessage)
{
    private const int FirstBuffer = 4096;

    // Received bytes that were not processed yet.
    private byte[] _input = new byte[FirstBuffer];
    private int _start;
    private int _end;

    // Fragments of the incomplete message.
    private byte[] _message = [];
    private int _length;
    private byte _version;
    private bool _isOpen;

    /// <summary>True while a message is incomplete.</summary>
    public bool IsMidMessage => _isOpen || _end > _start;

    /// <summary>True while the answer to a request is incomplete.</summary>
    public bool IsMidAnswer =>
        _isOpen
            ? _length > 0 && _message[0] == (byte)PlusOpcode.Answer
            : _end - _start > PlusFrame.HeaderLength
                && PlusFrame.HasTrailer(_input[_start + 1])
                && _input[_start + PlusFrame.HeaderLength] == (byte)PlusOpcode.Answer;

    /// <summary>The buffer for the next received bytes; see <see cref="Advance"/>.</summary>
    public Memory<byte> Free()
    {
        if (_start > 0)
        {
            _input.AsSpan(_start.._end).CopyTo(_input);
            _end -= _start;
            _start = 0;
        }
        if (_end == _input.Length)
            Array.Resize(ref _input, _input.Length * 2);
        return _input.AsMemory(_end);
    }

    public void Advance(int count) => _end += count;

    /// <summary>Returns the next complete message and removes it.</summary>
    /// <param name="version">Its version; <see cref="PlusFrame.SystemEvent"/> for system events.</param>
    /// <param name="message">Valid until the next call.</param>
    /// <returns>False: more bytes are needed.</returns>
    /// <exception cref="S7PlusProtocolException">The bytes are not valid frames, or the message is too long.</exception>
    public bool TryTake(out byte version, out ReadOnlySpan<byte> message)
    {
        message = default;
        version = 0;
        while (_end - _start >= PlusFrame.HeaderLength)
        {
            var header = _input.AsSpan(_start);
            version = header[1];
            Check(header[0], version);
            var length = BinaryPrimitives.ReadUInt16BigEndian(header[2..]);
            if (length == 0 && PlusFrame.HasTrailer(version))
            {
                _start += PlusFrame.HeaderLength;
                if (!_isOpen)
                    continue;
                _isOpen = false;
                message = _message.AsSpan(0, _length);
                return true;
            }
            if (_end - _start < PlusFrame.HeaderLength + length)
                return false;
            var data = _input.AsSpan(_start + PlusFrame.HeaderLength, length);
            if (!PlusFrame.HasTrailer(version))
            {
                _start += PlusFrame.HeaderLength + length;
                message = data;
                return true;
            }
            // A message in a single fragment, the usual case, is not copied.
            var after = _start + PlusFrame.HeaderLength + length;
            if (!_isOpen && IsTrailer(after, version))
            {
                _start = after + PlusFrame.TrailerLength;
                message = data;
                return true;
            }
            Keep(data, version);
            _start = after;
        }
        return false;
    }

    private bool IsTrailer(int at, byte version) =>
        _end - at >= PlusFrame.TrailerLength
        && _input[at] == PlusFrame.Start
        && _input[at + 1] == version
        && _input[at + 2] == 0
        && _input[at + 3] == 0;

    private void Check(byte start, byte version)
    {
        if (start != PlusFrame.Start)
            throw new S7PlusProtocolException($"Broken frame: it begins with {start:X2} instead of {PlusFrame.Start:X2}.");
        if (version is not (PlusFrame.Version1 or PlusFrame.Version2 or PlusFrame.Version3 or PlusFrame.SystemEvent or PlusFrame.KeepAlive))
            throw new S7PlusProtocolException($"Broken frame: unknown protocol version {version:X2}.");
        if (_isOpen && version != _version && PlusFrame.HasTrailer(version))
            throw new S7PlusProtocolException($"Broken frame: a fragment of version {version} within a message of version {_version}.");
    }

    private void Keep(ReadOnlySpan<byte> data, byte version)
    {
        if (!_isOpen)
        {
            _isOpen = true;
            _length = 0;
            _version = version;
        }
        if (_length + data.Length > longestMessage)
            throw new S7PlusProtocolException($"A message of more than {longestMessage} bytes comes in; the connection is given up.");
        if (_length + data.Length > _message.Length)
            Array.Resize(ref _message, Math.Min(Math.Max(_length + data.Length, _message.Length * 2), longestMessage));
        data.CopyTo(_message.AsSpan(_length));
        _length += data.Length;
    }
}
