namespace S7OpcBridge.Core.Values;

/// <summary>Keeps back changes of one tag that are smaller than the map wants to see, measured from the value that was handed on last. Belongs to the read lane.</summary>
/// <param name="width">Least change that is handed on, above 0, in the unit of the value.</param>
internal sealed class Deadband(double width)
{
    private double _last;

    /// <summary>True: the next change passes, however small. A client wrote the tag, and wants to see what it wrote.</summary>
    public bool IsOpen { get; private set; }

    public void Open() => IsOpen = true;

    /// <summary>True: the value is to be handed on. <paramref name="isQuiet"/>: nothing but the value would change by it.</summary>
    public bool Passes(in TagValue value, bool isQuiet)
    {
        ValueConversion.TryGetNumber(value, out var number);
        // Written so that a value that is no number, or follows one, passes.
        if (isQuiet && (number == _last || (!IsOpen && Math.Abs(number - _last) < width)))
            return false;
        (_last, IsOpen) = (number, false);
        return true;
    }
}
