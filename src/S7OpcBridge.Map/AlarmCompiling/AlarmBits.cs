using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.S7;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>Finds the bits by which alarms are acknowledged: a tag of the map, or one that is made for the address.</summary>
/// <param name="tags">The tags of the PLC.</param>
/// <param name="plc">Name of the PLC.</param>
/// <param name="make">Makes a tag for an address, read like another tag; null after a finding.</param>
/// <param name="findings">Receives the findings.</param>
internal sealed class AlarmBits(PlcTags tags, string plc, Func<S7Address, SourceLocation, Tag, Tag?> make, FindingList findings)
{
    /// <summary>Path of the Bool that a word of the map names, an address or a tag; null after a finding.</summary>
    public string? Find(RawWord word, Tag near, bool isWritten)
    {
        if (tags.Find(word.Text, near.Name) is { } tag)
            return Usable(tag, word.Spot, isWritten);
        if (S7Address.TryParse(word.Text, out var address, out _, out var error))
            return BitAt(address, word.Spot, near, isWritten);
        if (tags.MayExist(word.Text))
            return word.Text;
        findings.Error(
            word.Spot,
            NearestWord.Find(word.Text, tags.Paths) is { } close
                ? $"'{word.Text}' is no tag of '{plc}'; did you mean '{close}'?"
                : $"'{word.Text}' is neither a tag of '{plc}' nor an address ({error.TrimEnd('.')}); write a bit such as DB11.DBX20.0"
        );
        return null;
    }

    /// <summary>Path of the Bool that is a bit of a tag of the HMI; null after a finding.</summary>
    public string? Find(string name, int bit, SourceLocation spot, Tag near, bool isWritten)
    {
        if (tags.FindByHmiName(name) is not { } tag)
        {
            if (S7Address.TryParse(name, out var direct, out _, out _))
                return BitAt(direct.Width == 1 ? direct : BitOf(direct, direct.Width / 8, bit), spot, near, isWritten);
            findings.Warning(spot, $"the acknowledgement by '{name}' is left out: '{plc}' has no tag of this name");
            return null;
        }
        if (tag is { Type.Kind: S7TypeKind.Bool, IsArray: false })
            return Usable(tag, spot, isWritten);
        if (tag.Symbol is null && tag.Type.ElementSize > 0 && bit < tag.ByteLength * 8)
            return BitAt(BitOf(tag.Address, tag.Type.ElementSize, bit), spot, near, isWritten);
        findings.Warning(
            spot,
            $"the acknowledgement by bit {bit} of '{name}' is left out: "
                + (tag.Symbol is null ? $"the tag is {tag.Type}" : "a bit of a symbol has no address; write 'ack' at the tag")
        );
        return null;
    }

    /// <summary>The address of a bit, counted from the lowest bit of the first element on: bit 0 of a word is in its second byte.</summary>
    public static S7Address BitOf(in S7Address address, int elementBytes, int bit)
    {
        var (element, inside) = Math.DivRem(bit, elementBytes * 8);
        var offset = address.Offset + (element * elementBytes) + elementBytes - 1 - (inside / 8);
        return address with { Offset = offset, Bit = (byte)(inside % 8), Width = 1 };
    }

    private string? BitAt(in S7Address address, SourceLocation spot, Tag near, bool isWritten)
    {
        if (address.Width != 1)
        {
            findings.Error(spot, $"{address} is no bit; write one such as {address with { Width = 1 }}");
            return null;
        }
        if (tags.FindBit(address) is { } known && (!isWritten || (known.Access & TagAccess.Write) != 0))
            return known.Name;
        return make(address, spot, near)?.Name;
    }

    private string? Usable(Tag tag, SourceLocation spot, bool isWritten)
    {
        if (tag.Type.Kind != S7TypeKind.None && tag is not { Type.Kind: S7TypeKind.Bool, IsArray: false })
            findings.Error(spot, $"'{tag.Name}' is {tag.Type} and can't acknowledge an alarm; name a Bool");
        else if (isWritten && (tag.Access & TagAccess.Write) == 0)
            findings.Error(spot, $"'{tag.Name}' must be writable to acknowledge in the PLC; add 'access: readwrite' to it");
        else
            return tag.Name;
        return null;
    }
}
