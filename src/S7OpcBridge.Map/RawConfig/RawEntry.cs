using S7OpcBridge.Core;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.RawConfig;

/// <summary>Something that stands in a list of tags.</summary>
internal abstract class RawEntry(RawGroup group, SourceSpot spot)
{
    public RawGroup Group => group;

    public SourceSpot Spot => spot;
}

/// <summary>A file of tags that can only be laid out once all types are known: a block exported from TIA.</summary>
internal sealed class RawBlock(RawGroup group, SourceSpot spot, UserType block) : RawEntry(group, spot)
{
    public UserType Block => block;
}
