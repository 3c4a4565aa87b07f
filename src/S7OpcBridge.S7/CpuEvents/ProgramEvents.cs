namespace S7OpcBridge.S7.CpuEvents;

/// <summary>Classes 1 and 2: starts of organisation blocks, programming errors.</summary>
internal static class ProgramEvents
{
    public const string Lines = """
        1155 A bus device asks for the status interrupt
        1156 A bus device asks for the update interrupt
        1157 A bus device asks for its maker's interrupt
        1158-115A A bus device asks for an interrupt
        1381 Warm restart asked for by hand
        1382 Warm restart asked for automatically
        1383 Hot restart asked for by hand
        1384 Hot restart asked for automatically
        1385 Cold restart asked for by hand
        1386 Cold restart asked for automatically
        2521 A number is not BCD
        2522 Read beyond the end of an area
        2523 Write beyond the end of an area
        2524 Read from an area that does not exist
        2525 Write to an area that does not exist
        2526 Timer number too high
        2527 Counter number too high
        2528 Read from an odd address
        2529 Write to an odd address
        2530 Write to a protected data block
        2531 Write to a protected instance data block
        2532 Data block number too high
        2533 Instance data block number too high
        2534 Function number too high
        2535 Function block number too high
        253A Data block is not loaded
        253C Function is not loaded
        253D System function does not exist
        253E Function block is not loaded
        253F System function block does not exist
        2942 An input does not answer when read|An input answers again
        2943 An output does not answer when written|An output answers again
        """;
}
