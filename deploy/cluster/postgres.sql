-- The tables in which the nodes of a cluster keep the list of members (docs/cluster.md).
-- A node makes them itself at its first start, if its user may. Otherwise run this once, as a user who may, and name the nodes' user in the last line.
CREATE TABLE IF NOT EXISTS s7opcbridge_cluster (name text PRIMARY KEY, version integer NOT NULL, members text NOT NULL);
CREATE TABLE IF NOT EXISTS s7opcbridge_cluster_alive (cluster text NOT NULL, silo text NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (cluster, silo));
-- GRANT SELECT, INSERT, UPDATE, DELETE ON s7opcbridge_cluster, s7opcbridge_cluster_alive TO bridge;
