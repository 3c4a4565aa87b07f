using System.Globalization;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>
/// The publisher's id as a UInt64, which both layouts demand (OPC 10000-14, A.2.1.4 and A.2.2.4). Its decimal text is the id in topics. Decimal digits are the
/// number itself; of any other name it is the FNV-1a hash of its UTF-16 characters, the same on each machine and after each start.
/// </summary>
internal static class UadpPublisherId
{
    /// <summary>The number.</summary>
    public static ulong Of(string publisherId)
    {
        if (ulong.TryParse(publisherId, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return number;
        var hash = 14695981039346656037;
        foreach (var character in publisherId)
        {
            hash = (hash ^ (byte)character) * 1099511628211;
            hash = (hash ^ (byte)(character >> 8)) * 1099511628211;
        }

        return hash;
    }
}
