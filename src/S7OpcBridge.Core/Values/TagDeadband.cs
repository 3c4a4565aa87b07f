namespace S7OpcBridge.Core.Values;

/// <summary>Suppresses changes of one tag that are smaller than its deadband, measured from the value published last. Belongs to the read lane.</summary>
/// <param name="width">Smallest change that is published, above 0, in the unit of the value.</param>
internal sealed class TagDeadband(double width)
{
    private double _last;

    /// <summary>True: the next change is published, however small, because a client wrote the tag and expects to see the new value.</summary>
    public bool IsOpen { get; private set; }

    public void Open() => IsOpen = true;

    /// <summary>Returns true where the value is to be published. <paramref name="isQuiet"/>: only the value would change, not the quality.</summary>
    public bool Passes(in TagValue value, bool isQuiet)
    {
        ValueConversion.TryGetNumber(value, out var number);
        // Written so that NaN, and a value that follows NaN, is published.
        if (isQuiet && (number == _last || (!IsOpen && Math.Abs(number - _last) < width)))
            return false;
        (_last, IsOpen) = (number, false);
        return true;
    }
}
